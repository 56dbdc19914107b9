/** Erasure of a person: what blocks it, what it removes, what the tax law keeps, and that it happens once (P-16). */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { accounts, sessions, users } from "#features/people/tables.server.ts";
import { findConfirmedAttendees } from "#features/seats/attendees.server.ts";
import { changeMessages } from "#features/changes/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { requestDemo, sendContactRequest } from "#features/contact/requests.server.ts";
import { subscribe } from "#features/contact/subscriptions.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { emptyBilling } from "#features/orders/billing.schema.ts";
import { orders } from "#features/orders/tables.server.ts";
import { saveActivity, saveTarget } from "#features/learning/cpd/record.server.ts";
import { shareRecord } from "#features/learning/cpd/shares.server.ts";
import { cpdTargets, declaredActivities, recordShares } from "#features/learning/cpd/tables.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { joinWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import { plannedErasures } from "#features/people/profile/tables.server.ts";
import { refunds } from "#features/payments/tables.server.ts";
import { writeOtherName } from "#features/seats/roster/other-name.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Conflict, Forbidden, FreshSignInRequired, Unauthenticated, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { bookPlace, changeFileRow, changeRow, paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { einvoiceRow, exampleCompany, switchOn } from "#test/einvoicing.ts";
import { makeStaff } from "#test/staff.ts";
import { findTraces } from "#test/traces.ts";
import { cancelErasure, erasePerson, erasePlanned, readErasure, type ErasureInput } from "./erasure.server.ts";

const day = 86_400_000;
const [startsOn, endsOn] = ["2026-01-01", "2028-12-31"];
const activity = {
  title: "Journal club",
  provider: "Hospital",
  kind: "reading",
  date: "2026-02-01",
  hours: 2,
} as const;
const person = { name: "Sara Al-Nasser", email: "sara.n@example.com", contactNumber: "+966500000182" };
const needles = ["sara", "nasser", "500000182", "sara.n@example.com"];
/** Tables whose rows tax law requires us to keep: documents, and the paid orders behind them. */
const retained = ["tax_document", "order"];

describeOnDatabase("erasure", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let owner: TestCtx;
  let id: string;
  let runId: number;
  let endDate: string;

  beforeEach(async () => {
    database = await open();
    ctx = testContext(database);
    owner = ctx.asStaff("owner");
    ({ id } = await makeUser(ctx.db, {
      ...person,
      workplace: "Sara Hospital",
      address: "Nasser Street",
      nameOther: "Sara Nasser, in the other script",
      locale: "ar",
    }));
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    ({ id: runId, endDate } = run);
  });
  const erase = (values: Partial<ErasureInput> = {}) =>
    erasePerson(owner, { id, email: person.email, asked: "By letter", when: "now", ...values });
  const getRefusal = (values: Partial<ErasureInput> = {}) =>
    erase(values).then(
      () => null,
      (error: unknown) => error,
    );
  const moveAfterCourse = () => void (ctx.clock.now = new Date(Date.parse(`${endDate}T12:00:00Z`) + 2 * day));
  const readEvents = async (action: string) => ctx.db.select().from(auditEvents).where(eq(auditEvents.action, action));

  const listTraces = () => findTraces(database, needles);

  /** Creates all that the site may hold about the person: seats, orders, enquiries, emails to and about her, events. */
  async function createHistory() {
    const buyer = { id, name: person.name, email: person.email };
    const [paid = 0] = await paidOrders(ctx, 1, { runId, buyer });
    await bookPlace(ctx, { orderId: paid, runId, seat: 1, name: person.name, email: person.email });
    const [ownSeat] = await ctx.db.select().from(enrolments).where(eq(enrolments.attendeeEmail, person.email));
    await writeOtherName(ctx.asStaff("support"), { seatId: ownSeat?.id ?? 0, name: "Sara Nasser" });
    await bookPlace(ctx, { orderId: paid, runId, seat: 2, name: "Omar Ali", email: "omar@example.com" });
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, paid, paidByCard));
    const [omarsOrder = 0] = await paidOrders(ctx, 1, {
      runId: (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { startDate: "2020-01-01", endDate: "2020-01-02" }))
        .id,
      buyer: { id: "omar", name: "Omar Ali", email: "omar@example.com" },
    });
    await ctx.db
      .update(enrolments)
      .set({
        attendeeName: "سارة",
        attendeeNameOther: "Sara N.",
        attendeeEmail: person.email,
        scfhsNumber: "1",
        userId: id,
      })
      .where(eq(enrolments.orderId, omarsOrder));
    const [past] = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, omarsOrder));
    const holder = { nameEng: person.name, nameAr: "سارة", scfhsNumber: "1" };
    await makeCertificate(ctx.db, { enrolmentId: past?.id ?? 0, runId: past?.runId ?? 0, holder });
    await ctx.db.update(orders).set({ billing: emptyBilling }).where(eq(orders.id, omarsOrder));
    const [expired = 0] = await paidOrders(ctx, 1, { runId, buyer });
    await bookPlace(ctx, { orderId: expired, runId, seat: 1, name: "Lina Kamal", email: "lina@example.com" });
    await ctx.db.update(orders).set({ status: "expired", paidAt: null }).where(eq(orders.id, expired));
    await ctx.db
      .update(enrolments)
      .set({ state: "cancelled", endedAt: ctx.now() })
      .where(eq(enrolments.orderId, expired));
    const form = {
      name: person.name,
      email: person.email,
      contact_number: person.contactNumber,
      workplace: "Sara Hospital",
    };
    await requestDemo(ctx, { ...form, program: "Analytics" });
    await sendContactRequest(ctx, { ...form, title: "Sara", message: "It is Sara" });
    await subscribe(ctx, { email: person.email, source: "footer" });
    const mail = { locale: "en" as const, template: "welcome", createdAt: ctx.now() };
    const words = { subject: "To Sara Al-Nasser", text: "Dear Sara Al-Nasser", html: "<p>Sara Al-Nasser</p>" };
    await ctx.db.insert(outboxMails).values([
      { ...mail, key: "own", to: person.email, props: { name: person.name }, ...words, status: "sent" },
      {
        ...mail,
        key: "about",
        to: "omar@example.com",
        props: { orderId: paid, buyer: person.name },
        ...words,
        status: "sent",
      },
      {
        ...mail,
        template: "attendee-place",
        key: "waits",
        to: "omar@example.com",
        props: { orderId: paid, buyer: person.name },
      },
      {
        ...mail,
        key: "namesake",
        to: "huda@example.com",
        props: { name: "Huda" },
        subject: "Huda",
        text: "Huda",
        html: "Huda",
        status: "sent",
      },
    ]);
    await ctx.db
      .insert(sessions)
      .values({ id: "s", token: "t", userId: id, userAgent: "Sara's", expiresAt: new Date(ctx.now().getTime() + day) });
    await ctx.db
      .insert(accounts)
      .values({ id: "a", accountId: id, providerId: "credential", userId: id, password: "x" });
    await refundRow(ctx, paid, 100, "Sara Al-Nasser asked by sara.n@example.com");
    const changeId = await changeRow(ctx, paid, "I, Sara Al-Nasser, am ill");
    const message = { changeId, createdAt: ctx.now() };
    await ctx.db.insert(changeMessages).values([
      { ...message, askedBy: "x", askedByName: "Lina K.", text: "Since when, Sara Al-Nasser?" },
      { ...message, text: "Since Sunday, Sara" },
    ]);
    await changeFileRow(ctx, changeId, "Sara.pdf");
    const task = {
      kind: "people.export",
      title: { eng: "People", ar: "الأشخاص" },
      locale: "en" as const,
      state: "done" as const,
    };
    const failures = [{ what: person.name, why: { eng: `No seat for ${person.email}`, ar: "لا مقعد" } }];
    const at = { startedBy: (await makeStaff(ctx, "owner")).id, createdAt: ctx.now(), updatedAt: ctx.now() };
    await ctx.db.insert(staffTasks).values([
      { ...task, ...at, input: { q: person.email, format: "csv" }, failures, result: { rows: 1, of: person.name } },
      { ...task, ...at, input: { q: "huda" } },
    ]);
    const event = {
      action: "person.changed",
      entity: "person",
      entityId: id,
      after: { email: person.email, role: "x" },
    };
    await inTransaction(ctx, (ctx) => audit(ctx, { ...event, personal: { of: id, paths: ["after.email"] } }));
    return { paid, expired };
  }

  it("P-16 P-02 requires an owner, a fresh code and the person's address", async () => {
    for (const role of ["support", "training", "auditor", "finance"] as const)
      await expect(
        erasePerson(ctx.asStaff(role), { id, email: person.email, asked: "x", when: "now" }),
      ).rejects.toBeInstanceOf(Forbidden);
    const late = ctx.asStaff("owner", { confirmedAt: new Date(ctx.now().getTime() - 11 * 60_000) });
    await expect(erasePerson(late, { id, email: person.email, asked: "x", when: "now" })).rejects.toBeInstanceOf(
      FreshSignInRequired,
    );
    for (const email of ["", "sara@example.com", "%"]) {
      const refused = await getRefusal({ email });
      expect(refused).toBeInstanceOf(ValidationError);
      expect((refused as ValidationError).fields).toEqual({ email: ["That isn’t this person’s email address."] });
    }
    expect((await ctx.db.select().from(users).where(eq(users.id, id)))[0]).toMatchObject({
      name: person.name,
      erasedAt: null,
    });
  });

  it("P-16 rejects with the reason while an order, a refund, a hold or a course is open", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { runId, buyer: { id, ...person } });
    const reasonsNow = async () => (await readErasure(owner, { id })).against.map(({ reason }) => reason);
    await bookPlace(ctx, { orderId, runId, seat: 1, name: person.name, email: person.email });
    expect(await reasonsNow()).toEqual(["seat-ahead"]);
    const refused = await getRefusal();
    expect(refused).toBeInstanceOf(Conflict);
    expect((refused as Conflict).message).toContain(endDate);
    await ctx.db.update(enrolments).set({ state: "held", confirmedAt: null });
    expect(await reasonsNow()).toEqual(["seat-held"]);
    await ctx.db.update(orders).set({ status: "pending" });
    expect(await reasonsNow()).toEqual(["order-pending"]);
    expect((await getRefusal()) as Conflict).toMatchObject({ message: expect.stringContaining(String(orderId)) });
    await ctx.db.update(orders).set({ status: "paid" });
    await ctx.db.update(enrolments).set({ state: "cancelled", endedAt: ctx.now() });
    const refund = await refundRow(ctx, orderId, 100);
    await ctx.db.execute(sql`update refund set status = 'requested' where id = ${refund}`);
    expect(await reasonsNow()).toEqual(["refund-open"]);
    expect(await getRefusal({ when: "after-last-course" })).toBeInstanceOf(Conflict);
    await ctx.db.execute(sql`update refund set status = 'done' where id = ${refund}`);
    expect(await reasonsNow()).toEqual([]);
    expect(await getRefusal()).toBeNull();
  });

  it("Z-08 rejects while the tax authority has not cleared a company's document", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { company: exampleCompany, buyer: { id, ...person } });
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    await einvoiceRow(ctx, invoice.id);
    const reasonsNow = async () => (await readErasure(owner, { id })).against.map(({ reason }) => reason);
    await switchOn(ctx);
    expect(await reasonsNow()).toEqual(["document-waiting"]);
    expect(await getRefusal()).toMatchObject({ message: expect.stringContaining(String(orderId)) });
    await ctx.db.update(einvoices).set({ state: "accepted", decidedAt: ctx.now() });
    expect(await reasonsNow()).toEqual([]);
    expect(await getRefusal()).toBeNull();
  });

  it("copy A20: keeps invoices for the years of the setting", async () => {
    await createHistory();
    const readKeptUntil = async () => Number((await readErasure(owner, { id })).stays.until?.slice(0, 4));
    const byDefault = await readKeptUntil();
    await changeSetting(ctx, "legal", { ...defaultSettings.legal, taxRecordYears: 10 });
    expect(await readKeptUntil()).toBe(byDefault + 10 - defaultSettings.legal.taxRecordYears);
  });

  it.each<[string, (sara: TestCtx) => Promise<unknown>]>([
    ["78: a purchase", (sara) => beginCheckout(sara, { items: [{ runId, qty: 1 }], billing: emptyBilling })],
    ["long 2: a place in the waiting list", (sara) => joinWaitlist(sara, { runId, seats: 1 })],
    ["long 2: a link to a CPD record", (sara) => shareRecord(sara, { years: null, withDeclared: true })],
    ["long 2: a target of a CPD record", (sara) => saveTarget(sara, { target: { hours: 30, startsOn, endsOn } })],
    ["long 2: an activity", (sara) => saveActivity(sara, activity)],
  ])("simulation %s is rejected if it begins during the erasure", async (_what, begin) => {
    const { begun } = await inTransaction(owner, async (erasing) => {
      await erasePerson(erasing, { id, email: person.email, asked: "by phone", when: "now" });
      const begun = begin(ctx.as({ id, ...person }));
      // Counts this database only: other tests use other databases of the same server.
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await ctx.db.execute(waiting)).rows.length).toBeGreaterThan(0);
      // The action waits for this commit, so it is awaited afterwards.
      return { begun: expect(begun).rejects.toBeInstanceOf(Unauthenticated) };
    });
    await begun;
    for (const table of [orders, waitlistEntries, recordShares, cpdTargets, declaredActivities])
      expect(await ctx.db.$count(table)).toBe(0);
  });

  it("removes the address from the keys of erased emails", async () => {
    const queued = {
      key: `course-cancelled:1:${person.email}`,
      to: person.email,
      locale: "en" as const,
      createdAt: ctx.now(),
    };
    const sent = { ...queued, key: `course-moved:2:${person.email}`, status: "sent" as const };
    for (const mail of [queued, sent])
      await ctx.db.insert(outboxMails).values({ ...mail, template: "course-cancelled", props: {} });
    await erasePerson(owner, { id, email: person.email, asked: "by phone", when: "now" });
    const rows = await ctx.db.select({ key: outboxMails.key }).from(outboxMails).orderBy(outboxMails.id);
    expect(rows.slice(0, 2)).toEqual([{ key: "course-cancelled:1:erased-1" }, { key: "course-moved:2:erased-2" }]);
  });

  it("P-16 leaves no trace except tax records, and sends one email", async () => {
    const { paid, expired } = await createHistory();
    moveAfterCourse();
    const before = await readErasure(owner, { id });
    expect(before).toMatchObject({
      goes: { sessions: 1, mails: 4, enquiries: 2, newsletter: 1, seats: 2, unpaid_orders: 1 },
      stays: { invoices: 1, credit_notes: 0, orders: 1, until: expect.stringMatching(/^\d{4}-12-31$/) },
      against: [],
    });
    expect((await listTraces()).length, "the search sees what is there").toBeGreaterThan(10);
    const after = await erase({ asked: "Letter of Sara Al-Nasser, sara.n@example.com, of 20 November" });
    expect(after).toMatchObject({ erased_at: ctx.now().toISOString(), goes: null, stays: { invoices: 1, orders: 1 } });

    const [farewell] = await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "account-deleted"));
    expect(farewell).toMatchObject({ to: person.email, locale: "ar", status: "queued" });
    await ctx.db.delete(outboxMails).where(eq(outboxMails.template, "account-deleted"));
    // A queued email to someone else keeps its text until it is sent.
    const waits = (await ctx.db.select().from(outboxMails)).find(({ key }) => key === "waits");
    expect(waits).toMatchObject({ status: "queued", props: { orderId: paid, buyer: person.name } });
    expect(waits?.manner).toEqual({ forget: true });
    await ctx.db.delete(outboxMails).where(eq(outboxMails.key, "waits"));
    const left = await listTraces();
    expect(left.filter((row) => !retained.some((table) => row.startsWith(`${table}: `)))).toEqual([]);
    expect(left.map((row) => row.split(":")[0]).toSorted()).toEqual(["order", "tax_document"]);
    const remainingOrders = await ctx.db.select().from(orders).orderBy(orders.id);
    expect(remainingOrders.find((order) => order.id === paid)?.billing.city).not.toBe("");
    expect(Object.values(remainingOrders.find((order) => order.id === expired)?.billing ?? { x: "?" }).join("")).toBe(
      "",
    );

    // Other people lose nothing but what was said about her.
    expect((await findConfirmedAttendees(ctx, [runId], ["omar@example.com"])).size).toBe(1);
    const mails = new Map((await ctx.db.select().from(outboxMails)).map((mail) => [mail.key, mail]));
    expect(mails.get("about")).toMatchObject({ to: "omar@example.com", html: "" });
    expect(mails.get("namesake")).toMatchObject({ text: "Huda", props: { name: "Huda" } });
    const [event] = await readEvents("person.erased");
    expect(event).toMatchObject({ actorId: "staff-owner", after: { asked: "Letter of –, –, of 20 November" } });
    expect((await ctx.db.select().from(refunds))[0]?.reason).toBe("– asked by –");
    const tasks = await ctx.db.select().from(staffTasks).orderBy(staffTasks.id);
    expect(tasks).toMatchObject([
      { input: { q: "–", format: "csv" }, result: { rows: 1 } },
      { input: { q: "huda" }, failures: [], result: null },
    ]);
    expect((await readEvents("person.changed"))[0]?.after).toEqual({ email: null, role: "x" });
  });

  it("P-16 a second erasure changes nothing; the address can register again", async () => {
    await erase();
    const [row] = await ctx.db.select().from(users).where(eq(users.id, id));
    const mails = await ctx.db.select().from(outboxMails);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + day);
    const again = await erase({ email: "" });
    expect(again.erased_at).toBe(row?.erasedAt?.toISOString());
    expect((await ctx.db.select().from(users).where(eq(users.id, id)))[0]).toEqual(row);
    expect(await ctx.db.select().from(outboxMails)).toEqual(mails);
    expect(await readEvents("person.erased")).toHaveLength(1);
    await makeUser(ctx.db, { ...person });
  });

  it("P-16 can be planned for the day after the last course, and cancelled; a job carries it out", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { runId, buyer: { id, ...person } });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: person.name, email: person.email });
    const dueOn = addDays(endDate, 1);
    expect(await erase({ when: "after-last-course" })).toMatchObject({
      erased_at: null,
      planned: { due_on: dueOn },
      possible_on: dueOn,
    });
    expect((await cancelErasure(owner, { id })).planned).toBeNull();
    await erase({ when: "after-last-course", asked: "By mail of sara.n@example.com" });
    await erasePlanned(ctx);
    expect((await readErasure(owner, { id })).planned).toMatchObject({ asked: "By mail of –", problem: null });
    moveAfterCourse();
    expect(riyadhDate(ctx.now()) >= dueOn).toBe(true);
    const pending = await paidOrders(ctx, 1, { runId, buyer: { id, ...person } });
    await ctx.db
      .update(orders)
      .set({ status: "pending" })
      .where(eq(orders.id, pending[0] ?? 0));
    await erasePlanned(ctx);
    expect((await readErasure(owner, { id })).planned).toMatchObject({ problem: "order-pending" });
    await ctx.db
      .update(orders)
      .set({ status: "expired" })
      .where(eq(orders.id, pending[0] ?? 0));
    await erasePlanned(ctx);
    await erasePlanned(ctx);
    expect((await readErasure(owner, { id })).erased_at).toBe(ctx.now().toISOString());
    expect(await ctx.db.select().from(plannedErasures)).toEqual([]);
    expect(await readEvents("person.erased")).toMatchObject([{ after: { planned_by: "staff-owner" } }]);
    expect((await readEvents("person.erasure-planned")).length).toBe(2);
  });
});

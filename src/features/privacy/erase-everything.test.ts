/**
 * Erasure by the learners themselves and by staff, of people with and without an account, and its repetition after a
 * restore. In the API, `goes` counts what an erasure removes, and `against` lists what prevents it.
 */
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import * as accounts from "#features/people/api.server.ts";
import { users } from "#features/people/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { subscribe } from "#features/contact/subscriptions.server.ts";
import { sendContactRequest } from "#features/contact/requests.server.ts";
import { replyToEnquiry } from "#features/contact/inbox/reply.server.ts";
import { enquiries } from "#features/contact/inbox/tables.server.ts";
import { plannedErasures } from "#features/people/profile/tables.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { emptyBilling } from "#features/orders/billing.schema.ts";
import { orders } from "#features/orders/tables.server.ts";
import { Conflict, Forbidden, FreshSignInRequired, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { createCaller, logInAs, sara, type Call } from "#test/accounts.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { findTraces } from "#test/traces.ts";
import * as account from "./api.server.ts";
import { addOrderNote } from "#features/order-views/staff/order-notes.server.ts";
import { eraseAddress, erasePlanned, readAddress } from "./erasure.server.ts";
import { repeatErasures } from "./repeat-erasures.server.ts";

const table = {
  "/api/register": accounts.register,
  "/api/login": accounts.login,
  "/api/delete-account": account.deleteAccount,
};
const past = { startDate: "2020-01-01", endDate: "2020-01-02" };
const needles = ["sara", "nasser", "500000001"];

describeOnDatabase("erasure", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let owner: TestCtx;
  let call: Call;
  let dataDir: string;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "erasures-"));
    await openSite();
  });
  async function openSite() {
    database = await open();
    ctx = testContext(database, { env: testEnv({ DATA_DIR: dataDir }) });
    owner = ctx.asStaff("owner", { id: (await makeStaff(ctx, "owner")).id, name: "Huda" });
    call = createCaller(ctx, table);
  }
  const getExportPath = () => join(dataDir, "tasks", "1.written");

  /** Creates what a person without an account leaves: a request with a reply, a consent, a seat, a note, an export. */
  async function leaveTraces(run = past) {
    const form = { name: "Sara Nasser", email: sara.email, contact_number: sara.contact_number, workplace: "" };
    await sendContactRequest(ctx, { ...form, title: "A title", message: "It is Sara" });
    await subscribe(ctx, { email: sara.email, source: "footer" });
    const [enquiry] = await ctx.db.select().from(enquiries);
    const { id, version } = enquiry ?? { id: 0, version: 0 };
    await replyToEnquiry(owner, { id, version, text: "Dear Sara", keepOpen: false });
    const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, run);
    const [orderId = 0] = await paidOrders(ctx, 1, {
      runId,
      buyer: { id: "omar", name: "Omar Ali", email: "omar@example.com" },
    });
    await ctx.db.update(orders).set({ billing: emptyBilling }).where(eq(orders.id, orderId));
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Sara Nasser", email: sara.email });
    await addOrderNote(owner, { orderId, text: "Sara called about the seat" });
    await addOrderNote(owner, { orderId, text: "Omar called" });
    const task = { kind: "export.people", title: { eng: "People", ar: "الأشخاص" }, locale: "en" as const, input: {} };
    const start = {
      startedBy: owner.actor.kind === "staff" ? owner.actor.id : "",
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    };
    const file = {
      fileName: "people.csv",
      fileType: "text/csv",
      fileUntil: new Date(ctx.now().getTime() + 3_600_000),
    };
    await ctx.db.insert(staffTasks).values({ ...task, ...start, ...file, state: "done", isPersonal: true });
    mkdirSync(join(dataDir, "tasks"), { recursive: true });
    writeFileSync(getExportPath(), `name,email\nOmar,omar@example.com\nSara Nasser,${sara.email}\n`);
    return orderId;
  }
  const listTraces = () => findTraces(database, needles);
  const deleteFarewell = async () => ctx.db.delete(outboxMails).where(eq(outboxMails.template, "account-deleted"));
  async function deleteAccount({ isConfirmed }: { isConfirmed: boolean }) {
    expect((await call("register", sara)).status).toBe(200);
    const { token, id } = await logInAs(call);
    await ctx.db.update(users).set({ emailVerified: isConfirmed }).where(eq(users.id, id));
    expect((await call("delete-account", { password: sara.password }, { token })).status).toBe(200);
    return id;
  }

  it("A-11 a learner's own deletion erases as much as one by staff", async () => {
    await leaveTraces();
    expect((await listTraces()).length, "the search sees what is there").toBeGreaterThan(6);
    await deleteAccount({ isConfirmed: true });
    await deleteFarewell();
    expect(await listTraces()).toEqual([]);
    expect(existsSync(getExportPath()), "the file of an export").toBe(false);
    const notes = (await database.executeSql("select after from audit_event where action = 'order.noted' order by id"))
      .rows;
    expect(notes).toEqual([{ after: { text: null } }, { after: { text: "Omar called" } }]);
  });

  it("S-06 deletes export files that include the person's runs, and keeps others", async () => {
    await leaveTraces();
    const [{ runId } = { runId: 0 }] = await ctx.db
      .select({ runId: enrolments.runId })
      .from(enrolments)
      .where(eq(enrolments.attendeeEmail, sara.email));
    const [done] = await ctx.db.select().from(staffTasks);
    const { id: _id, ...task } = done ?? expect.fail("no task");
    const files = [
      { kind: "export.attendance", input: { format: "csv", filter: { run_id: runId } } },
      { kind: "certificates.pdfs", input: { run_id: runId } },
      { kind: "export.attendance", input: { format: "csv", filter: { run_id: runId + 1 } } },
      { kind: "certificates.pdfs", input: { run_id: runId + 1 } },
    ];
    for (const file of files) {
      const [created] = await ctx.db
        .insert(staffTasks)
        .values({ ...task, ...file })
        .returning({ id: staffTasks.id });
      writeFileSync(join(dataDir, `tasks/${created?.id}.written`), "Sara Nasser,present");
    }
    await deleteAccount({ isConfirmed: true });
    expect([2, 3, 4, 5].map((id) => existsSync(join(dataDir, `tasks/${id}.written`)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("A-11 an unconfirmed account's deletion keeps data under its address, and its email says so", async () => {
    await leaveTraces();
    await deleteAccount({ isConfirmed: false });
    const [mail] = await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "account-deleted"));
    // With `rest`, the email explains that data under the unconfirmed address stays.
    expect(mail?.props).toMatchObject({ rest: true });
    expect((await readAddress(owner, { email: sara.email })).goes).toMatchObject({
      enquiries: 1,
      newsletter: 1,
      seats: 1,
    });
  });

  it("A-11 staff can erase a person without an account, whom they identify by email address", async () => {
    await leaveTraces();
    const erase = (ctx: TestCtx, email = sara.email) => eraseAddress(ctx, { email, asked: `Mail of ${sara.email}` });
    await expect(erase(ctx.asStaff("support"))).rejects.toBeInstanceOf(Forbidden);
    const late = ctx.asStaff("owner", { confirmedAt: new Date(ctx.now().getTime() - 11 * 60_000) });
    await expect(erase(late)).rejects.toBeInstanceOf(FreshSignInRequired);
    await expect(erase(owner, "hello@example.com")).rejects.toBeInstanceOf(ValidationError);
    expect(await readAddress(owner, { email: sara.email })).toEqual({
      person_id: null,
      goes: { mails: 3, enquiries: 1, newsletter: 1, seats: 1 },
      against: [],
    });
    const after = await erase(owner);
    expect(after.goes).toEqual({ mails: 0, enquiries: 0, newsletter: 0, seats: 0 });
    expect(await listTraces()).toEqual([]);
    expect(existsSync(getExportPath())).toBe(false);
  });

  it("A-11 rejects erasure of an email address that has a seat on a future run, or an account", async () => {
    const future = { startDate: "2030-01-01", endDate: "2030-01-02" };
    await leaveTraces(future);
    await expect(eraseAddress(owner, { email: sara.email, asked: "x" })).rejects.toBeInstanceOf(Conflict);
    await call("register", sara);
    expect(await readAddress(owner, { email: sara.email })).toMatchObject({
      person_id: expect.any(String),
      goes: null,
    });
    await expect(eraseAddress(owner, { email: sara.email, asked: "x" })).rejects.toBeInstanceOf(Conflict);
  });

  it("A-11 keeps the name on a seat until the course is over, then a job removes it", async () => {
    await leaveTraces({ startDate: "2030-01-01", endDate: "2030-01-02" });
    const id = await deleteAccount({ isConfirmed: true });
    await deleteFarewell();
    expect((await ctx.db.select().from(enrolments))[0]).toMatchObject({ attendeeName: "Sara Nasser", userId: id });
    expect(await ctx.db.select().from(plannedErasures)).toMatchObject([{ personId: id, dueOn: "2030-01-03" }]);
    ctx.clock.now = new Date("2030-01-04T12:00:00Z");
    await erasePlanned(ctx);
    expect(await listTraces()).toEqual([]);
    expect(await ctx.db.select().from(plannedErasures)).toEqual([]);
  });

  it("A-11 repeats newer erasures after a restore, once", async () => {
    const id = await deleteAccount({ isConfirmed: true });
    await leaveTraces();
    await eraseAddress(owner, { email: sara.email, asked: "x" });
    const savedErasures = readFileSync(join(dataDir, "erasures.jsonl"), "utf8");
    expect(savedErasures.trim().split("\n")).toHaveLength(2);
    expect(savedErasures).toContain(id);
    for (const needle of needles) expect(savedErasures.toLowerCase()).not.toContain(needle);
    expect(statSync(join(dataDir, "erasures.jsonl")).mode & 0o777).toBe(0o600);

    // A restored backup: it has the same person, from before both erasures.
    await openSite();
    await ctx.db.insert(users).values({ id, name: sara.name, email: sara.email, contactNumber: sara.contact_number });
    await leaveTraces();
    await repeatErasures(ctx);
    expect(await listTraces()).toEqual([]);
    expect(await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "account-deleted"))).toEqual([]);
    // Only once: whoever uses the address later is a new person.
    await leaveTraces();
    await repeatErasures(ctx);
    expect((await listTraces()).length).toBeGreaterThan(6);
    expect(readFileSync(join(dataDir, "erasures.jsonl"), "utf8")).toBe(savedErasures);
  });
});

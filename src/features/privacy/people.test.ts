/** People in the staff API: search, details, ending sessions, reset links and exports (P-16). */
import { mkdtempSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { sendPasswordReset } from "#features/people/password-reset.server.ts";
import { sessions } from "#features/people/tables.server.ts";
import { subscribe } from "#features/contact/subscriptions.server.ts";
import { requestDemo } from "#features/contact/requests.server.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { downloadTaskFile } from "#features/staff/tasks/tasks.server.ts";
import {
  Forbidden,
  FreshSignInRequired,
  NotFound,
  RateLimited,
  Unauthenticated,
  ValidationError,
} from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { exportPeople, listPeople, type PeopleFilter } from "./people-list.server.ts";
import { readLearningData } from "#features/learning/cpd/person-data.server.ts";
import { exportPerson } from "./person-data.server.ts";
import { endPersonSessions, sendResetLink, readPerson } from "./person.server.ts";

const day = 86_400_000;

describeOnDatabase("people", (open) => {
  let ctx: TestCtx;
  let id: string;
  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-people-")) }) });
    const sara = { name: "Sara Nasser", email: "sara.n@example.com", contactNumber: "+966500000182" };
    ({ id } = await makeUser(ctx.db, { ...sara, scfhsNumber: "00118204", locale: "ar" }));
    await makeUser(ctx.db, {
      id: "ahmad",
      name: "أحمد عبد الله",
      email: "a_1@example.com",
      contactNumber: "+971501112233",
      scfhsNumber: "",
      profession: "Doctor",
    });
  });
  const addSession = (userId: string) =>
    ctx.db.insert(sessions).values({
      id: crypto.randomUUID(),
      token: crypto.randomUUID(),
      userId,
      expiresAt: new Date(ctx.now().getTime() + day),
    });
  const readEvents = async () =>
    (await ctx.db.select().from(auditEvents).orderBy(asc(auditEvents.id))).map(({ action, entityId, actorId }) => [
      action,
      entityId,
      actorId,
    ]);
  const list = async (filter: PeopleFilter) => {
    const query = { page: 1, perPage: 25, sort: "name", order: "asc", filter } as const;
    return (await listPeople(ctx.asStaff("support"), query)).data;
  };
  const findIds = async (q: string) => (await list({ q })).map((row) => row.id);

  it("P-16 finds a person with the longest name and email that can register", async () => {
    // Random letters of three bytes each, which no compression shortens.
    const letters = (count: number) =>
      Array.from({ length: count }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join("");
    const longest = { name: letters(120), email: `${letters(242)}@example.com`, contactNumber: `+${"9".repeat(15)}` };
    await makeUser(ctx.db, { id: "z".repeat(64), ...longest, scfhsNumber: "A".repeat(20) });
    const q = longest.name.slice(10, 40);
    const query = { page: 1, perPage: 25, sort: "name", order: "asc", filter: { q } } as const;
    const { data } = await listPeople(ctx.asStaff("support"), query);
    expect(data.map(({ name }) => name)).toEqual([longest.name]);
  });

  it("P-16 finds people by part of name, email, phone or SCFHS number, whatever the spelling", async () => {
    for (const q of [
      "sara",
      "NASSER sara",
      "n@example",
      "0500000182",
      "+966 50 000 0182",
      "٠٥٠ ٠٠٠ ٠١٨٢",
      "118204",
      "00118204",
    ])
      expect(await findIds(q), q).toEqual([id]);
    for (const q of ["احمد", "أَحْمَد", "عبدالله", "عبد الله", "a_1", "٩٧١٥٠", "احمد example.com"])
      expect(await findIds(q), q).toEqual(["ahmad"]);
    for (const q of ["sara ahmad", "%", "a%1", "no one", "sara_n"]) expect(await findIds(q), q).toEqual([]);
  });

  it("P-16 finds a changed name, but not the old one", async () => {
    await ctx.db.execute("update \"user\" set name = 'Huda Salem' where id = 'ahmad'");
    expect([await findIds("huda"), await findIds("احمد")]).toEqual([["ahmad"], []]);
  });

  it("filters people, and shows orders, last course and failed emails", async () => {
    const course = await makeCourse(ctx.db, { name_eng: "Safe handover" });
    const run = await makeRun(ctx.db, course.id);
    const [orderId = 0] = await paidOrders(ctx, 1, {
      runId: run.id,
      buyer: { id, name: "Sara Nasser", email: "sara.n@example.com" },
    });
    await bookPlace(ctx, { orderId, runId: run.id, seat: 1, name: "Sara Nasser", email: "sara.n@example.com" });
    await ctx.db.execute(`update enrolment set user_id = '${id}'`);
    const mail = { key: "x", to: "sara.n@example.com", locale: "en", template: "welcome", props: {} } as const;
    await ctx.db
      .insert(outboxMails)
      .values({ ...mail, createdAt: ctx.now(), status: "failed", lastError: "EENVELOPE 550" });
    const [row] = await list({ course_id: course.id });
    expect(row).toMatchObject({ id, orders: 1, mail_failed: true, last_course: { name_eng: "Safe handover" } });
    const ids = async (filter: PeopleFilter) => (await list(filter)).map((row) => row.id);
    expect(await ids({ scfhs: "missing" })).toEqual(["ahmad"]);
    expect(await ids({ profession: "Doctor" })).toEqual(["ahmad"]);
    expect(await ids({ locale: "ar" })).toEqual([id]);
    expect(await ids({ course_id: course.id + 1 })).toEqual([]);
    const start = new Date(`${run.startDate}T00:00:00Z`).getTime();
    ctx.clock.now = new Date(start - 10 * day);
    expect(await ids({ attended_since: "2000-01-01" })).toEqual([]);
    ctx.clock.now = new Date(start + 10 * day);
    expect(await ids({ attended_since: "2000-01-01" })).toEqual([id]);
    expect(await ids({ attended_since: "2999-01-01" })).toEqual([]);
  });

  it("P-16 returns a person without tokens and IP addresses; emails only for roles that may read them", async () => {
    await addSession(id);
    await ctx.db.execute("update session set ip_address = '10.1.2.3', user_agent = 'Mozilla Firefox/130 Windows'");
    const text = { subject: "Hello", text: "Hello", html: "Hello" };
    const mail = { key: "x", to: "sara.n@example.com", locale: "ar", template: "welcome", props: {}, ...text } as const;
    await ctx.db.insert(outboxMails).values({ ...mail, createdAt: ctx.now(), status: "sent" });
    const [orderId] = await paidOrders(ctx, 1, { buyer: { id, name: "Sara Nasser", email: "sara.n@example.com" } });
    const person = await readPerson(ctx.asStaff("support"), { id });
    expect(person).toMatchObject({
      name: "Sara Nasser",
      scfhs_number: "00118204",
      sessions: [{ browser: "Firefox, Windows" }],
      orders: [
        {
          id: orderId,
          courses: [{ name_eng: "Patient safety essentials for clinical teams" }],
          seats: 1,
          total: "1150.00",
        },
      ],
      mails: { total: 1, data: [{ state: "sent", subject: "Hello" }] },
    });
    expect(JSON.stringify(person)).not.toMatch(/10\.1\.2\.3|token|password/i);
    expect((await readPerson(ctx.asStaff("training"), { id })).mails).toBeNull();
    await expect(readPerson(ctx.asStaff("content"), { id })).rejects.toBeInstanceOf(Forbidden);
    await expect(readPerson(ctx.asStaff("support"), { id: "nobody" })).rejects.toBeInstanceOf(NotFound);
  });

  it("P-16 ends every session of one person only", async () => {
    await addSession(id);
    await addSession(id);
    await addSession("ahmad");
    await expect(endPersonSessions(ctx.asStaff("training"), { id })).rejects.toBeInstanceOf(Forbidden);
    expect(await endPersonSessions(ctx.asStaff("support"), { id })).toEqual({ ended: 2 });
    expect((await ctx.db.select().from(sessions)).map(({ userId }) => userId)).toEqual(["ahmad"]);
    expect(await readEvents()).toEqual([["person.sessions-ended", id, "staff-support"]]);
  });

  it("P-16 sends a reset link to the person in their language, at most five an hour", async () => {
    const limitedSupport = { ...ctx.asStaff("support"), env: testEnv({ RATE_LIMIT_FACTOR: "1" }) };
    await expect(sendResetLink(ctx.asStaff("training"), { id })).rejects.toBeInstanceOf(Forbidden);
    await sendResetLink(limitedSupport, { id });
    const [job] = ctx.queued;
    expect(job).toMatchObject({ name: "accounts.send-reset", data: { email: "sara.n@example.com", locale: "ar" } });
    await sendPasswordReset(ctx, job?.data ?? {});
    expect(await ctx.db.select().from(outboxMails)).toMatchObject([
      { to: "sara.n@example.com", template: "password-reset", locale: "ar" },
    ]);
    expect(await readEvents()).toEqual([["person.reset-link-sent", id, "staff-support"]]);
    for (let sent = 1; sent < 5; sent += 1) await sendResetLink(limitedSupport, { id });
    await expect(sendResetLink(limitedSupport, { id })).rejects.toBeInstanceOf(RateLimited);
  });

  it("P-16 P-02 exports all data of one person only, after a fresh code, and logs it", async () => {
    await addSession(id);
    const person = { name: "Sara Nasser", email: "sara.n@example.com", contact_number: "+966500000182" };
    await requestDemo(ctx, { ...person, workplace: "Hospital", program: "Analytics" });
    await subscribe(ctx, { email: person.email, source: "footer" });
    const [orderId] = await paidOrders(ctx, 1, { buyer: { id, ...person } });
    await paidOrders(ctx, 1, { buyer: { id: "ahmad", name: "أحمد", email: "a_1@example.com" } });
    const late = { confirmedAt: new Date(ctx.now().getTime() - 11 * 60_000) };
    await expect(exportPerson(ctx.asStaff("owner", late), { id })).rejects.toBeInstanceOf(FreshSignInRequired);
    await expect(exportPerson(ctx.asStaff("support"), { id })).rejects.toBeInstanceOf(Forbidden);
    expect(await readEvents()).toEqual([]);
    const browser = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    const { status, body } = await browser.call(`POST people/${id}/export`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: { id, name: "Sara Nasser" },
      sessions: [{ browser: "" }],
      orders: [{ id: orderId }],
      mails: [{ template: "demo-confirmed" }, { template: "newsletter-confirm" }],
      enquiries: [{ kind: "demo", workplace: "Hospital" }],
      newsletter: [{ confirmed_at: null }],
    });
    expect(JSON.stringify(body)).not.toMatch(/أحمد|a_1@|token|argon2/);
    expect((await readEvents()).map(([action]) => action)).toEqual(["person.exported"]);
  });

  it("A-01 the export leaves out the text of emails with a personal link", async () => {
    const stored = { locale: "en" as const, props: {}, createdAt: ctx.now(), status: "captured" as const, html: "" };
    await ctx.db.insert(outboxMails).values({
      ...stored,
      key: "reset",
      to: "sara.n@example.com",
      template: "password-reset",
      subject: "A new password",
      text: "https://nama.example/reset-password/live-token",
    });
    const exported = await exportPerson(ctx.asStaff("owner"), { id });
    expect(exported.mails).toMatchObject([{ template: "password-reset", subject: "A new password", text: null }]);
    expect(JSON.stringify(exported)).not.toContain("live-token");
  });

  it("S-05 the export leaves out feedback, which is anonymous", async () => {
    const course = await makeCourse(ctx.db, { slug: "wound-care" });
    const { id: runId } = await makeRun(ctx.db, course.id);
    const [orderId = 0] = await paidOrders(ctx, 1, {
      runId,
      buyer: { id, name: "Sara Nasser", email: "sara.n@example.com" },
    });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Sara Nasser", email: "sara.n@example.com" });
    const [seat] = await ctx.db.update(enrolments).set({ userId: id }).where(eq(enrolments.runId, runId)).returning();
    const answers = { q1: 2, q5: "The room was too cold" };
    const when = { sentAt: ctx.now(), updatedAt: ctx.now() };
    await ctx.db.insert(feedback).values({ enrolmentId: seat?.id ?? 0, runId, ...answers, ...when });
    const learningData = await readLearningData(ctx, id);
    expect(learningData.feedback).toMatchObject([answers]);
    const exported = await exportPerson(ctx.asStaff("owner"), { id });
    const { feedback: _answers, ...withoutFeedback } = learningData;
    expect(exported.learning).toEqual(withoutFeedback);
    expect(JSON.stringify(exported)).not.toContain(answers.q5);
  });

  describe("the export of the list", () => {
    const kinds = [exportPeople];
    const buildRequest = (filter: object) => ({ kind: "people", format: "csv", filter });

    it("P-16 P-02 rejects callers without the permission or a fresh sign-in, and unknown filters", async () => {
      await expect(startExport(ctx, kinds, buildRequest({ ids: [id] }))).rejects.toBeInstanceOf(Unauthenticated);
      for (const role of ["support", "finance", "auditor"] as const)
        await expect(startExport(ctx.asStaff(role), kinds, buildRequest({ ids: [id] }))).rejects.toBeInstanceOf(
          Forbidden,
        );
      const late = ctx.asStaff("owner", { confirmedAt: new Date(0) });
      await expect(startExport(late, kinds, buildRequest({}))).rejects.toBeInstanceOf(FreshSignInRequired);
      const owner = ctx.asStaff("owner");
      for (const filter of [{ ids: [] }, { ids: [7] }, { name: "sara" }, { erasure: "all" }])
        await expect(startExport(owner, kinds, buildRequest(filter))).rejects.toBeInstanceOf(ValidationError);
      expect(await readEvents()).toEqual([]);
    });

    it("P-16 P-21 exports the selected people, or all that match the filter, but never erased ones", async () => {
      const owner = ctx.asStaff("owner", { id: (await makeStaff(ctx, "owner")).id });
      const { id: erasedId } = await makeUser(ctx.db, { erasedAt: ctx.now() });
      await makeUser(ctx.db, { name: "+Zaid", email: "zaid@example.com", profession: "Nurse", scfhsNumber: "" });
      await paidOrders(ctx, 2, { buyer: { id, name: "Sara Nasser", email: "sara.n@example.com" } });
      const exportRows = async (filter: object) => {
        const task = await startExport(owner, kinds, buildRequest(filter));
        await runQueuedTasks(ctx, kinds);
        const { body } = await downloadTaskFile(owner, kinds, task);
        return (await text(body as ReadStream)).trim().split("\r\n").slice(1);
      };
      const [sara = "", ...others] = await exportRows({ ids: [id, erasedId] });
      expect(others).toEqual([]);
      expect(sara).toMatch(/^Sara Nasser,.*sara\.n@example\.com,\+966500000182,/);
      const names = async (filter: object) => (await exportRows(filter)).map((row) => row.split(",")[0]);
      expect((await names({})).toSorted()).toEqual(['"\'+Zaid"', "Sara Nasser", "أحمد عبد الله"].toSorted());
      expect(await names({ scfhs: "missing", profession: "Nurse" })).toEqual(['"\'+Zaid"']);
      expect(await names({ q: "sara", ids: ["ahmad"] })).toEqual([]);
      const log = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "task.started"));
      expect(log.map(({ after }) => after?.["filter"])).toEqual([
        { ids: [id, erasedId] },
        {},
        { scfhs: "missing", profession: "Nurse" },
        { q: "…", ids: ["ahmad"] },
      ]);
    });
  });
});

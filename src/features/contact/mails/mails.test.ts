/** Failed mails are listed, explained and sent again (P-19). */
import { asc, eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { Conflict, Forbidden, ValidationError } from "#platform/errors.ts";
import { createJobRunner } from "#platform/jobs-runner.server.ts";
import { createLog } from "#platform/log.server.ts";
import { sendMail } from "#platform/mail/jobs.server.ts";
import { mailRetry, queueMail } from "#platform/mail/outbox.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { closeTransport } from "#platform/mail/transport.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { note, startMailServer } from "#test/mail-server.ts";
import { mailProblem } from "./mail-row.server.ts";
import { listMails, mailSummary, readMail, type MailFilter } from "./mails.server.ts";
import { retryMail, retryMails } from "./retry-mails.server.ts";

const secret = { ...note, link: () => "https://example.com/secret" };
registerMails({ note, secret }, async () => ({
  name: "Example",
  address: "Riyadh",
  phone: "+966",
  email: "hello@example.com",
}));

it("explains a mail server's code in words", () => {
  const problems = [
    "EENVELOPE 550",
    "EMESSAGE 552",
    "EMESSAGE 554",
    "ECONNECTION",
    "ETIMEDOUT",
    "UnknownMailError",
    null,
  ].map(mailProblem);
  expect(problems).toEqual([
    "no-such-address",
    "mailbox-full",
    "refused",
    "no-connection",
    "no-connection",
    "other",
    "other",
  ]);
});

describeOnDatabase("mails in the staff API", (open) => {
  async function withQueue(database: TestDatabase, url?: string) {
    const runner = createJobRunner(database, createLog("silent"));
    onTestFinished(() => runner.stop());
    onTestFinished(() => closeTransport());
    const table = { "mail.send": { work: sendMail, retry: { ...mailRetry, firstDelaySeconds: 3600 } } };
    await runner.prepare(table);
    const ctx = testContext(database, { jobs: runner, env: testEnv(url === undefined ? {} : { SMTP_URL: url }) });
    return { ctx, start: () => runner.start(table, () => ctx) };
  }
  /** Queues a mail, then sets its row: failed after three attempts, unless `values` say otherwise. Returns its id. */
  const makeMail = async (
    ctx: TestCtx,
    key: string,
    to: string,
    values: Partial<typeof outboxMails.$inferInsert> = {},
  ) => {
    await queueMail(ctx, { key, to, locale: "en", template: "note", props: { title: `Title ${key}`, body: "Body" } });
    const [row] = await ctx.db
      .update(outboxMails)
      .set({ status: "failed", attempts: 3, lastError: "EENVELOPE 550", ...values })
      .where(eq(outboxMails.key, key))
      .returning();
    return row?.id ?? 0;
  };
  const list = async (ctx: TestCtx, filter: MailFilter) => {
    const query = { page: 1, perPage: 25, sort: "id", order: "asc", filter } as const;
    return (await listMails(ctx.asStaff("support"), query)).data;
  };
  const waitingJobs = async (database: TestDatabase) =>
    (
      await database.executeSql(
        "select data ->> 'id' as id, start_after <= now() as now from pgboss.job where state::text in ('created', 'retry') order by 1",
      )
    ).rows;

  it("P-19 lists mails with state, problem and subject, filtered by state, kind, email and subject", async () => {
    const { ctx } = await withQueue(await open());
    await makeMail(ctx, "failed", "hanan@exmaple.com");
    await makeMail(ctx, "retrying", "nasser@example.com", { status: "queued", lastError: "EMESSAGE 452" });
    await makeMail(ctx, "waiting", "a_b@example.com", { status: "queued", attempts: 0, lastError: null });
    await makeMail(ctx, "sent", "sara@example.com", {
      status: "sent",
      attempts: 1,
      lastError: null,
      subject: "Your seat",
    });
    await makeMail(ctx, "erased", "x@example.com", { to: "deleted@deleted.invalid", subject: "", lastError: "erased" });
    const rows = await list(ctx, {});
    expect(rows.map(({ state, problem, subject, to }) => [state, problem, subject, to])).toEqual([
      ["failed", "no-such-address", "Title failed", "hanan@exmaple.com"],
      ["retrying", "mailbox-full", "Title retrying", "nasser@example.com"],
      ["waiting", null, "Title waiting", "a_b@example.com"],
      ["sent", null, "Your seat", "sara@example.com"],
      ["erased", null, "", ""],
    ]);
    const states = async (filter: MailFilter) => (await list(ctx, filter)).map(({ state }) => state);
    for (const state of ["failed", "retrying", "waiting", "sent", "erased"] as const)
      expect(await states({ state: [state] })).toEqual([state]);
    expect(await states({ state: ["failed", "retrying"] })).toEqual(["failed", "retrying"]);
    expect(await states({ q: "EXMAPLE" })).toEqual(["failed"]);
    expect(await states({ q: "your seat" })).toEqual(["sent"]);
    expect(await states({ q: "a_b" })).toEqual(["waiting"]);
    expect(await states({ q: "_" })).toEqual(["waiting"]);
    expect(await states({ to: "sara@example.com" })).toEqual(["sent"]);
    expect(await states({ template: "welcome" })).toEqual([]);
    expect(await mailSummary(ctx.asStaff("auditor"))).toEqual({
      today: 5,
      atFirstTry: 1,
      waiting: 1,
      retrying: 1,
      failed: 1,
    });
    await expect(mailSummary(ctx.asStaff("training"))).rejects.toBeInstanceOf(Forbidden);
  });

  it("P-19 suggests an account's similar email, else the same name at a common domain; nothing for a personal link", async () => {
    const { ctx } = await withQueue(await open());
    await makeUser(ctx.db, { email: "hanan.t@example.com" });
    await makeUser(ctx.db, { email: "xhanan.t@example.com" });
    const readSuggestion = async (to: string, values = {}) =>
      (await readMail(ctx.asStaff("support"), { id: await makeMail(ctx, to + JSON.stringify(values), to, values) }))
        .likely;
    expect(await readSuggestion("hanan.t@exmaple.com")).toEqual({ address: "hanan.t@example.com", because: "account" });
    expect(await readSuggestion("other@exmaple.com")).toBeNull();
    expect(await readSuggestion("other@gmial.com")).toEqual({ address: "other@gmail.com", because: "domain" });
    expect(await readSuggestion("other@hotmail.co")).toEqual({ address: "other@hotmail.com", because: "domain" });
    expect(await readSuggestion("other@gmail.com")).toBeNull();
    expect(await readSuggestion("other@man.org")).toBeNull();
    expect(await readSuggestion("hanan.t@exmaple.com", { template: "secret" })).toBeNull();
    expect(await readSuggestion("hanan.t@exmaple.com", { status: "sent" })).toBeNull();
  });

  it("P-19 sends a failed mail again at once, with a new job, and a retrying one by bringing its job forward", async () => {
    const database = await open();
    const server = await startMailServer();
    const { ctx, start } = await withQueue(database, server.url);
    const failed = await makeMail(ctx, "failed", "hanan@example.com");
    const retrying = await makeMail(ctx, "retrying", "nasser@example.com", { status: "queued" });
    await database.executeSql("delete from pgboss.job where data ->> 'id' = $1", [String(failed)]);
    await database.executeSql("update pgboss.job set start_after = now() + interval '1 hour'");
    await expect(retryMail(ctx.asStaff("auditor"), { id: failed })).rejects.toBeInstanceOf(Forbidden);
    expect(await waitingJobs(database)).toEqual([{ id: String(retrying), now: false }]);
    const support = ctx.asStaff("support");
    expect(await retryMail(support, { id: failed })).toMatchObject({ state: "waiting", problem: null });
    await retryMail(support, { id: retrying });
    expect(await waitingJobs(database)).toEqual([
      { id: String(failed), now: true },
      { id: String(retrying), now: true },
    ]);
    await start();
    await expect
      .poll(() => server.received.flatMap(({ to }) => to).toSorted(), { timeout: 20_000 })
      .toEqual(["hanan@example.com", "nasser@example.com"]);
    await expect.poll(async () => (await list(ctx, { state: ["sent"] })).length, { timeout: 10_000 }).toBe(2);
    await expect(retryMail(support, { id: failed })).rejects.toBeInstanceOf(Conflict);
    const events = await ctx.db.select().from(auditEvents).orderBy(asc(auditEvents.id));
    expect(events.map(({ action, entityId }) => [action, entityId])).toEqual([
      ["mail.retried", String(failed)],
      ["mail.retried", String(retrying)],
    ]);
  });

  it("P-19 sends to a corrected email, but never a mail with a personal link", async () => {
    const { ctx } = await withQueue(await open());
    const support = ctx.asStaff("support");
    const id = await makeMail(ctx, "failed", "hanan@exmaple.com");
    await expect(retryMail(support, { id, to: "hanan@exmaple.com" })).rejects.toBeInstanceOf(ValidationError);
    expect(await retryMail(support, { id, to: "hanan@example.com" })).toMatchObject({
      to: "hanan@example.com",
      state: "waiting",
    });
    const [event] = await ctx.db.select().from(auditEvents);
    expect(event).toMatchObject({
      action: "mail.readdressed",
      before: { domain: "exmaple.com" },
      after: { domain: "example.com" },
    });
    expect(JSON.stringify(event)).not.toContain("hanan");
    const personalLinks = [
      { template: "secret" },
      { template: "of-another-version" },
      { unsubscribeUrl: "https://example.com/u" },
    ];
    for (const [at, values] of personalLinks.entries()) {
      const secretMail = await makeMail(ctx, `secret${at}`, "hanan@exmaple.com", {
        ...values,
        text: "https://example.com/secret",
      });
      await expect(retryMail(support, { id: secretMail, to: "thief@example.com" })).rejects.toBeInstanceOf(Conflict);
      expect(await readMail(support, { id: secretMail })).toMatchObject({
        to: "hanan@exmaple.com",
        text: null,
        personalLink: true,
      });
    }
  });

  it("P-19 retries all failed mails, or the selected ones, and no others", async () => {
    const { ctx } = await withQueue(await open());
    const ids: number[] = [];
    for (const key of ["one", "two", "three"]) ids.push(await makeMail(ctx, key, `${key}@example.com`));
    const sent = await makeMail(ctx, "sent", "sara@example.com", { status: "sent" });
    await makeMail(ctx, "erased", "x@example.com", { to: "deleted@deleted.invalid" });
    const support = ctx.asStaff("support");
    expect(await retryMails(support, { ids: [ids[0] ?? 0, sent] })).toEqual({ retried: 1, left: 0 });
    expect(await retryMails(support, {})).toEqual({ retried: 2, left: 0 });
    expect(await retryMails(support, {})).toEqual({ retried: 0, left: 0 });
    expect((await list(ctx, { state: ["waiting"] })).map(({ id }) => id)).toEqual(ids);
    expect((await readMail(support, { id: sent })).state).toBe("sent");
  });
});

import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { createJobRunner, type JobTable } from "#platform/jobs-runner.server.ts";
import { createLog } from "#platform/log.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { describeOnDatabase, openTestDatabase, silentLog } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";
import { migrateUpTo } from "#test/older-database.ts";
import { registerNote, sendMails, startMailServer, type MailServer } from "#test/mail-server.ts";
import { queueMissingJobs, sendMail } from "./jobs.server.ts";
import { BadMailAddressError, isMailAddress, mailRetry, queueMail, type NewMail } from "./outbox.server.ts";
import { outboxMails } from "./tables.server.ts";
import { closeTransport } from "./transport.server.ts";

registerNote();

const mail = (change: Partial<NewMail<"note">> = {}): NewMail<"note"> => ({
  key: "note:1",
  to: "sara@example.com",
  locale: "en",
  template: "note",
  props: { title: "A note", body: "Hello <b>there</b>" },
  ...change,
});

it.each([
  "",
  "sara",
  "a@b, c@d",
  "a@b\r\nBcc: c@d",
  "Sara <a@b>",
  "a@b c",
  "a\u0000@b",
  `${"a".repeat(300)}@b`,
  "a@b;c@d",
])("rejects the address %j", (to) => {
  expect(isMailAddress(to)).toBe(false);
});

it("queueMail checks the type of props by template", () => {
  const ctx = testContext({} as Database);
  const { props, ...envelope } = mail();
  // These functions are never called: tsc checks their arguments.
  void [
    () => queueMail(ctx, mail()),
    // @ts-expect-error no such template
    () => queueMail(ctx, { ...envelope, template: "nothing", props }),
    // @ts-expect-error props of another template
    () => queueMail(ctx, { ...envelope, template: "note", props: { name: "Sara" } }),
    // @ts-expect-error a prop is missing
    () => queueMail(ctx, { ...envelope, template: "welcome", props: { name: "Sara" } }),
  ];
});

/**
 * Prepares a runner with the site's mail jobs that looks for jobs often. Attempts are a second apart, unless `retry`
 * says otherwise.
 */
async function prepareRunner(
  database: Database,
  url: string | undefined,
  retry = { ...mailRetry, firstDelaySeconds: 1, longestDelaySeconds: 1 },
) {
  const runner = createJobRunner(database, createLog("silent"), { jobs: 0.5 });
  onTestFinished(() => runner.stop());
  const env = testEnv(url === undefined ? {} : { SMTP_URL: url });
  const ctx = { ...testContext(database, { env, now: () => new Date() }), jobs: runner };
  const table: JobTable = {
    "mail.send": { work: sendMail, retry },
    "mail.queue-missing": { work: queueMissingJobs, everySeconds: 60 },
  };
  await runner.prepare(table);
  return { ctx, runner, start: () => runner.start(table, () => ctx) };
}

const readOutbox = (ctx: Ctx) => ctx.db.select().from(outboxMails).orderBy(outboxMails.id);
const messageIds = (server: MailServer) =>
  server.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);

describeOnDatabase("the outbox", (open) => {
  it("rejects more than one address", async () => {
    const ctx = testContext(await open());
    await expect(queueMail(ctx, mail({ to: "a@example.com,b@example.com" }))).rejects.toThrow(BadMailAddressError);
    expect(await ctx.db.select().from(outboxMails)).toEqual([]);
  });

  it("stores one email and one job per key", async () => {
    const ctx = testContext(await open());
    await queueMail(ctx, mail());
    await queueMail(ctx, mail({ props: { title: "Another", body: "" } }));
    expect(await ctx.db.select({ props: outboxMails.props }).from(outboxMails)).toEqual([
      { props: { title: "A note", body: "Hello <b>there</b>" } },
    ]);
    expect(ctx.queued, "and one job").toEqual([{ name: "mail.send", data: { id: expect.any(Number) } }]);
  });

  it("renders and captures the email without a mail server", async () => {
    const ctx = testContext(await open());
    await queueMail(ctx, mail());
    await sendMails(ctx);
    const [row] = await ctx.db.select().from(outboxMails);
    expect(row).toMatchObject({ subject: "A note", sentAt: null, status: "captured", lastError: null });
    expect(row?.text).toContain("Hello <b>there</b>");
    expect(row?.text, "the inbox's line is no part of the text").not.toContain("What “A note” says");
    expect(row?.html).toContain("Hello &lt;b&gt;there&lt;/b&gt;");
  });

  it("S-07 sends an email once after its transaction commits, and never after a rollback", async () => {
    const server = await startMailServer();
    const { ctx, start } = await prepareRunner(await open(), server.url);
    await start();
    const lost = inTransaction(ctx, async (tx) => {
      await queueMail(tx, mail({ key: "lost" }));
      throw new Error("no");
    });
    await expect(lost).rejects.toThrow("no");
    await inTransaction(ctx, (tx) => queueMail(tx, mail()));
    await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 10_000, interval: 10 });
    await vi.waitFor(async () => expect(await readOutbox(ctx)).toMatchObject([{ status: "sent" }]), 10_000);
    const [sent] = await readOutbox(ctx);
    expect(sent).toMatchObject({ key: "note:1", attempts: 1, lastError: null });
    expect(sent?.sentAt).toBeInstanceOf(Date);
    await sendMail(ctx, { id: sent?.id }, { isLast: false });
    expect(server.received, "a job that runs twice").toHaveLength(1);
  });

  it("retries an email refused with 451 after a pause", async () => {
    const server = await startMailServer((nth) => (nth === 1 ? "busy" : "take"));
    const { ctx, start } = await prepareRunner(await open(), server.url);
    await queueMail(ctx, mail());
    await start();
    await vi.waitFor(
      async () =>
        expect(await readOutbox(ctx)).toMatchObject([
          { status: "queued", attempts: 1, sentAt: null, lastError: "EMESSAGE 451" },
        ]),
      { timeout: 10_000, interval: 5 },
    );
    await vi.waitFor(
      async () => expect(await readOutbox(ctx)).toMatchObject([{ status: "sent", attempts: 2, lastError: null }]),
      20_000,
    );
    expect(messageIds(server)).toEqual([expect.stringMatching(/^<[0-9a-f]{32}@127\.0\.0\.1>$/)]);
  });

  it("row 26: emails survive an outage of the mail server and a restart, and are sent once", async () => {
    const database = await open();
    const down = await prepareRunner(database, "smtp://127.0.0.1:1");
    await down.start();
    for (let n = 0; n < 12; n++) await queueMail(down.ctx, mail({ key: `note:${n}`, to: `u${n}@example.com` }));
    await vi.waitFor(
      async () =>
        expect((await readOutbox(down.ctx)).every(({ attempts, lastError }) => attempts > 0 && lastError)).toBe(true),
      20_000,
    );
    await down.runner.stop();
    await closeTransport();
    const server = await startMailServer();
    const up = await prepareRunner(database, server.url);
    await up.start();
    await vi.waitFor(
      async () =>
        expect((await readOutbox(up.ctx)).map(({ status }) => status)).toEqual(Array<string>(12).fill("sent")),
      30_000,
    );
    expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(12);
    expect(server.received).toHaveLength(12);
  });

  it("retries for about four days, then marks the email as failed", async () => {
    const database = await open();
    const { ctx } = await prepareRunner(database, "smtp://127.0.0.1:1", mailRetry);
    await queueMail(ctx, mail());
    const { rows } = await database.executeSql(
      `select retry_limit, retry_delay, retry_backoff, retry_delay_max from pgboss.job`,
    );
    expect(rows).toEqual([{ retry_limit: 100, retry_delay: 10, retry_backoff: true, retry_delay_max: 3600 }]);
    // pg-boss spreads each pause between half of it and all of it.
    const days = (part: number) =>
      Array.from({ length: 100 }, (_, n) => Math.min(3600, 10 * 2 ** n * part)).reduce((sum, pause) => sum + pause) /
      86_400;
    for (const part of [0.5, 1]) expect(Math.round(days(part))).toBe(4);
    await sendMails(ctx, { isLast: true });
    expect(await readOutbox(ctx)).toMatchObject([
      { status: "failed", attempts: 1, sentAt: null, lastError: expect.stringMatching(/^E/) },
    ]);
    await sendMails(ctx);
    expect(await readOutbox(ctx), "left alone from then on").toMatchObject([{ status: "failed", attempts: 1 }]);
  });

  it("sends an email again that is set back to queued", async () => {
    const server = await startMailServer();
    const { ctx, start } = await prepareRunner(await open(), server.url);
    await ctx.db
      .insert(outboxMails)
      .values({ ...mail(), status: "failed", attempts: 101, lastError: "EMESSAGE 451", createdAt: new Date() });
    await start();
    await ctx.db.update(outboxMails).set({ status: "queued" });
    await queueMissingJobs(ctx);
    await queueMissingJobs(ctx);
    await vi.waitFor(
      async () => expect(await readOutbox(ctx)).toMatchObject([{ status: "sent", lastError: null }]),
      10_000,
    );
    expect(server.received).toHaveLength(1);
  });

  it("repeats an interrupted attempt with the same message id", async () => {
    const server = await startMailServer();
    const ctx = testContext(await open(), { env: testEnv({ SMTP_URL: server.url }) });
    await queueMail(ctx, mail());
    await sendMails(ctx);
    // The row is now as a crash leaves it between the server's answer and our record of that answer.
    await ctx.db.update(outboxMails).set({ sentAt: null, status: "queued" });
    await sendMails(ctx);
    const [first, second, ...more] = messageIds(server);
    expect(second).toBe(first);
    expect(more).toEqual([]);
  });
});

describeOnDatabase("an upgrade from a version without a job per email", (open) => {
  it("sends each waiting email once, and no others", async () => {
    const database = await open();
    await migrateUpTo(database, "mail_status");
    const insert = (key: string, more: string) =>
      database.executeSql(`
      insert into mail (key, "to", locale, template, props, created_at, tries, sent_at, next_try_at, last_error)
      select '${key}', '${key}@example.com', 'en', 'note', '{"title": "${key}", "body": "x"}'::jsonb, now(), ${more}`);
    await insert("waiting", "0, null, now(), null");
    await insert("tried", "7, null, now() + interval '1 hour', 'ECONNREFUSED'");
    await insert("sent", "1, now(), null, null");
    await insert("captured", "1, null, null, null");
    await insert("given-up", "100, null, null, 'EENVELOPE 550'");
    // The queue of that version had one job for all mails.
    const before = createJobRunner(database, createLog("silent"));
    await before.prepare({ "mail.send": {}, "mail.sweep": { everySeconds: 60 } });
    await before.send(database.db, "mail.send", {}, { key: "due" });

    await database.migrate("db/migrations");
    const server = await startMailServer();
    const { ctx, start } = await prepareRunner(database, server.url);
    await start();
    await vi.waitFor(
      () =>
        expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(["tried@example.com", "waiting@example.com"]),
      20_000,
    );
    await vi.waitFor(
      async () =>
        expect((await readOutbox(ctx)).map(({ key, status }) => `${key} ${status}`)).toEqual([
          "waiting sent",
          "tried sent",
          "sent sent",
          "captured captured",
          "given-up failed",
        ]),
      10_000,
    );
    expect(server.received).toHaveLength(2);
  });
});

it.runIf(isFullRun)(
  "two processes send each email once, even through a slow server",
  async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const server = await startMailServer((nth) => (nth % 10 === 0 ? pause(3_000).then(() => "take" as const) : "take"));
    const processes = [await prepareRunner(database, server.url)];
    const other = await openDatabase({ databaseUrl: database.url, dataDir: "", poolSize: 5, log: silentLog });
    onTestFinished(() => other.close());
    processes.push(await prepareRunner(other, server.url));
    const [{ ctx } = await prepareRunner(database, server.url)] = processes;
    for (let n = 0; n < 60; n++) await queueMail(ctx, mail({ key: `note:${n}`, to: `u${n}@example.com` }));
    await Promise.all(processes.map(({ start }) => start()));
    await vi.waitFor(
      async () => expect((await readOutbox(ctx)).every(({ status }) => status === "sent")).toBe(true),
      60_000,
    );
    expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, n) => `u${n}@example.com`).toSorted(),
    );
  },
  90_000,
);

import { eq } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { inTransaction } from "#platform/context.server.ts";
import { createJobRunner, type JobTable } from "#platform/jobs-runner.server.ts";
import { createLog } from "#platform/log.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { describeOnDatabase, openTestDatabase } from "#test/database.ts";
import { pauseAfter, sendQueuedMail, sweepOutbox } from "./jobs.server.ts";
import { registerNote, startMailServer } from "#test/mail-server.ts";
import { BadMailAddressError, isMailAddress, queueMail, type NewMail } from "./outbox.server.ts";
import { mails } from "./tables.server.ts";

registerNote();

const mail = (change: Partial<NewMail> = {}): NewMail => ({ key: "note:1", to: "sara@example.com", locale: "en", template: "note", props: { title: "A note", body: "Hello <b>there</b>" }, ...change });

it.each(["", "sara", "a@b, c@d", "a@b\r\nBcc: c@d", "Sara <a@b>", "a@b c", "a\u0000@b", `${"a".repeat(300)}@b`, "a@b;c@d"])("refuses the address %j", (to) => {
  expect(isMailAddress(to)).toBe(false);
});

it("the pauses between tries grow, and end", () => {
  const seconds = Array.from({ length: 8 }, (_, at) => (pauseAfter(at + 1) ?? 0) / 1000);
  expect(seconds).toEqual([10, 30, 120, 300, 900, 1800, 3600, 3600]);
  expect(pauseAfter(100)).toBeNull();
});

describeOnDatabase("the outbox", (open) => {
  it("refuses an address that is more than one", async () => {
    const ctx = testContext(await open());
    await expect(queueMail(ctx, mail({ to: "a@example.com,b@example.com" }))).rejects.toThrow(BadMailAddressError);
    expect(await ctx.db.select().from(mails)).toEqual([]);
  });

  it("holds a mail once for its key", async () => {
    const ctx = testContext(await open());
    await queueMail(ctx, mail());
    await queueMail(ctx, mail({ props: { title: "Another", body: "" } }));
    expect(await ctx.db.select({ props: mails.props }).from(mails)).toEqual([{ props: { title: "A note", body: "Hello <b>there</b>" } }]);
  });

  it("keeps the mail, worded, without a mail server", async () => {
    const ctx = testContext(await open());
    await queueMail(ctx, mail());
    await sendQueuedMail(ctx);
    const [kept] = await ctx.db.select().from(mails);
    expect(kept).toMatchObject({ subject: "A note", sentAt: null, nextTryAt: null, lastError: null });
    expect(kept?.text).toContain("Hello <b>there</b>");
    expect(kept?.text, "the inbox's line is no part of the text").not.toContain("What “A note” says");
    expect(kept?.html).toContain("Hello &lt;b&gt;there&lt;/b&gt;");
  });

  it("S-07 a mail is sent once, soon, when the order's transaction commits, and never when it rolls back", async () => {
    const server = await startMailServer();
    const database = await open();
    const runner = createJobRunner(database, createLog("silent"));
    onTestFinished(() => runner.stop());
    const ctx = { ...testContext(database, { env: testEnv({ SMTP_URL: server.url }), now: () => new Date() }), jobs: runner };
    const table: JobTable = { "mail.send": { work: sendQueuedMail }, "mail.sweep": { work: sweepOutbox, everySeconds: 60 } };
    await runner.prepare(table);
    await runner.start(table, () => ctx);
    const lost = inTransaction(ctx, async (tx) => {
      await queueMail(tx, mail({ key: "lost" }));
      throw new Error("no");
    });
    await expect(lost).rejects.toThrow("no");
    await inTransaction(ctx, (tx) => queueMail(tx, mail()));
    await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 10_000, interval: 10 });
    await vi.waitFor(async () => expect(await ctx.db.select({ key: mails.key, tries: mails.tries }).from(mails).where(eq(mails.nextTryAt, mails.nextTryAt))).toEqual([]), 10_000);
    const [sent] = await ctx.db.select().from(mails);
    expect(sent).toMatchObject({ key: "note:1", tries: 1, lastError: null });
    expect(sent?.sentAt).toBeInstanceOf(Date);
    await sendQueuedMail(ctx);
    expect(server.received).toHaveLength(1);
  });

  it("a mail refused with 451 is tried again after the pause, and then taken", async () => {
    const server = await startMailServer((nth) => (nth === 1 ? "busy" : "take"));
    const ctx = testContext(await open(), { env: testEnv({ SMTP_URL: server.url }) });
    await queueMail(ctx, mail());
    await sendQueuedMail(ctx);
    const [waiting] = await ctx.db.select().from(mails);
    expect(waiting).toMatchObject({ tries: 1, sentAt: null, lastError: "EMESSAGE 451" });
    expect(ctx.asked).toContainEqual({ name: "mail.send", data: {} });
    await sendQueuedMail(ctx);
    expect(server.received, "not before its time").toEqual([]);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 10_000);
    await sendQueuedMail(ctx);
    expect(server.received).toHaveLength(1);
    expect(/^Message-ID: (.*)$/im.exec(server.received[0]?.source ?? "")?.[1]).toMatch(/^<[0-9a-f]{32}@127\.0\.0\.1>$/);
  });

  it("a try cut short by the end of the process is found by the sweep, later and with the same id", async () => {
    const server = await startMailServer();
    const ctx = testContext(await open(), { env: testEnv({ SMTP_URL: server.url }) });
    await queueMail(ctx, mail());
    await sendQueuedMail(ctx);
    // As a crash between the server's answer and our note of it leaves the row.
    await ctx.db.update(mails).set({ sentAt: null, nextTryAt: new Date(ctx.clock.now.getTime() + 300_000) });
    await sweepOutbox(ctx);
    expect(server.received).toHaveLength(1);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 300_000);
    await sweepOutbox(ctx);
    const ids = server.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });
});

it("many jobs at once send each mail once", async () => {
  const database = await openTestDatabase("postgres");
  onTestFinished(() => database.close());
  const server = await startMailServer();
  const ctx = testContext(database, { env: testEnv({ SMTP_URL: server.url }) });
  for (let n = 0; n < 60; n++) await queueMail(ctx, mail({ key: `note:${n}`, to: `u${n}@example.com` }));
  await Promise.all(Array.from({ length: 6 }, () => sendQueuedMail(ctx)));
  expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(Array.from({ length: 60 }, (_, n) => `u${n}@example.com`).toSorted());
});

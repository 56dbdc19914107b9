/**
 * Kills the process that queues the newsletter's batches (kill -9) before and after every commit: everyone gets an
 * issue exactly once.
 */
import { expect, it, onTestFinished } from "vitest";
import { batchSize, sendNewsletters } from "#features/contact/newsletter/jobs.server.ts";
import { newsletterIssues } from "#features/contact/newsletter/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { openTestDatabase, stepsToKill, type TestDatabase } from "#test/database.ts";
import { manySubscribers } from "#test/enquiries.ts";
import { startAppProcess } from "./app-process.ts";

const readers = 2 * batchSize + 5;
/** Two full batches, then the rest. */
const batches = 3;

async function createIssueBeingSent(): Promise<{ database: TestDatabase; ctx: TestCtx }> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const ctx = testContext(database, { actor: { kind: "job", name: "newsletter.send" } });
  await manySubscribers(ctx, readers);
  const now = ctx.now();
  const texts = { subjectEng: "A", subjectAr: "أ", createdAt: now, savedAt: now, savedBy: "Faris" };
  await ctx.db
    .insert(newsletterIssues)
    .values({ ...texts, state: "sending", startedAt: now, startedBy: "Faris", recipients: readers });
  return { database, ctx };
}

/**
 * Queues the batches in a new process, which is killed at step `killAt`, or not at all if that is 0. Returns the number
 * of steps, or null if it was killed.
 */
async function sendInNewProcess(database: TestDatabase, killAt: number): Promise<number | null> {
  const app = await startAppProcess(database.url ?? "", "http://127.0.0.1:1");
  try {
    return (await app.do({ kind: "newsletter", batches, killAt }))?.steps ?? null;
  } finally {
    await app.end();
  }
}

/** Counts the emails of each reader. */
const countMails = async (database: TestDatabase) =>
  (
    await database.executeSql(
      `select (select count(*)::int from outbox_mail m where m."to" = s.email) as mails from newsletter_subscription s`,
    )
  ).rows.map((row) => row["mails"]);

it(
  "P-18 after a kill at each step the sending continues, and everyone gets one email",
  { timeout: 180_000 },
  async () => {
    const complete = await createIssueBeingSent();
    const steps = (await sendInNewProcess(complete.database, 0)) ?? 0;
    expect(steps).toBeGreaterThanOrEqual(2 * batches);
    expect(new Set(await countMails(complete.database))).toEqual(new Set([1]));
    for (const at of stepsToKill(steps)) {
      const { database, ctx } = await createIssueBeingSent();
      expect(await sendInNewProcess(database, at)).toBeNull();
      const before = (await countMails(database)).filter((mails) => mails === 1).length;
      expect([0, batchSize, 2 * batchSize, readers], `killed at ${at}`).toContain(before);
      for (let batch = 0; batch <= batches; batch += 1) {
        await database.executeSql("update outbox_mail set attempts = 1");
        await sendNewsletters(ctx);
      }
      expect(new Set(await countMails(database)), `killed at ${at}`).toEqual(new Set([1]));
      // `handed` is the number of emails queued so far.
      expect(await ctx.db.select().from(newsletterIssues)).toMatchObject([{ state: "sent", handed: readers }]);
    }
  },
);

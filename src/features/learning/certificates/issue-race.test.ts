/** Certificates issued by several processes at once, over two connection pools. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { raceRounds } from "#test/database.ts";
import { riyadh, taughtDays, taughtRun } from "#test/taught-run.ts";
import { openTwoPools, sorted, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { issueCertificates, issueDueCertificates } from "./issue.server.ts";
import { certificates } from "./tables.server.ts";

const names = ["Omar Khalid", "Huda Salem", "Noor Adel"];
let pools: TwoPools;
beforeAll(async () => {
  pools = await openTwoPools();
});
afterAll(async () => pools.close());

/** Creates a run whose three people have earned a certificate and have none yet. */
async function createRunWithEarners(ctx: TestCtx): Promise<number> {
  const { runId, sessions } = await taughtRun(ctx, names);
  await ctx.db.update(enrolments).set({ attendeeNameOther: "الاسم بالعربية", scfhsNumber: "00RN0000002" });
  const seats = await ctx.db.select({ id: enrolments.id }).from(enrolments).where(eq(enrolments.runId, runId));
  const marked = { state: "present", way: "list", markedAt: ctx.now(), recordedAt: ctx.now() } as const;
  for (const { id: enrolmentId } of seats)
    for (const sessionId of sessions)
      await ctx.db.insert(attendanceMarks).values({ enrolmentId, sessionId, ...marked });
  return runId;
}

/**
 * Staff click twice in each of two processes while the job runs in both. Counts certificates and mails, and returns
 * the errors.
 */
async function race(one: Database, two: Database) {
  const [first, second] = [testContext(one), testContext(two)];
  const runId = await createRunWithEarners(testContext(pools.first));
  first.clock.now = second.clock.now = new Date(riyadh("15:30", taughtDays[1]).getTime() + 25 * 3_600_000);
  await first.db.delete(outboxMails);
  const tries = await Promise.allSettled([
    ...[first, first, second, second].map((ctx) => issueCertificates(ctx.asStaff("training"), { runId })),
    issueDueCertificates(first),
    issueDueCertificates(second),
  ]);
  const made = await first.db.select().from(certificates).where(eq(certificates.runId, runId));
  const mails = await first.db.select().from(outboxMails);
  return { made: made.length, mails: mails.length, broken: sorted<unknown>(tries).broken };
}

describe("certificates issued by several at once", () => {
  it("K-01 each is issued and mailed once, from two processes and the job", async () => {
    for (let n = 0; n < raceRounds(5); n++)
      expect(await race(pools.first, pools.second)).toEqual({ made: 3, mails: 3, broken: [] });
  });

  it("K-01 without the lock on the run the index alone prevents a second certificate", async () => {
    for (let n = 0; n < raceRounds(5); n++)
      expect(await race(withoutLocks(pools.first), withoutLocks(pools.second))).toMatchObject({ made: 3, broken: [] });
  });

  it("negative control: without lock and index, certificates are issued twice", async () => {
    await pools.first.db.execute(sql`drop index certificate_one_per_seat`);
    await pools.first.db.execute(sql`drop index certificate_one_valid`);
    let duplicates = 0;
    for (let n = 0; n < 20 && duplicates === 0; n++)
      duplicates += (await race(withoutLocks(pools.first), withoutLocks(pools.second))).made - 3;
    expect(duplicates).toBeGreaterThan(0);
  });
});

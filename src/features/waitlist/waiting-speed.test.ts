/** How long a seat waits for its offer after a hold expires: 50 full runs and 5,000 waitlist entries. */
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { createJobRunner } from "#platform/jobs-runner.server.ts";
import { testContext } from "#test/context.ts";
import { openTestDatabase } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeBuyers } from "#test/two-pools.ts";
import { jobs } from "../../jobs.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";

const [runs, perRun] = [50, 100];

it.runIf(isFullRun)("W-02 offers a seat within 15 s after its hold expires, in 50 full runs at once", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const site = testContext(database);
  const people = await makeBuyers(database, runs * perRun);
  const held: number[] = [];
  for (let at = 0; at < runs; at++) {
    const { id: runId } = await makeRun(site.db, (await makeCourse(site.db)).id, { capacity: 1 });
    const [orderId = 0] = await paidOrders(site, 1, { runId });
    // Its only seat is held by someone who is paying, for a few seconds more.
    await site.db.execute(sql`alter table enrolment disable trigger enrolment_updated`);
    await site.db
      .update(enrolments)
      .set({ state: "held", confirmedAt: null, heldUntil: new Date(Date.now() + 3_600_000) })
      .where(eq(enrolments.orderId, orderId));
    await site.db.execute(sql`alter table enrolment enable trigger enrolment_updated`);
    await site.db.execute(sql`update course_run set seats_sold = 0 where id = ${runId}`);
    const waitingPeople = people.slice(at * perRun, (at + 1) * perRun);
    await site.db
      .insert(waitlistEntries)
      .values(waitingPeople.map(({ id: userId }, rank) => ({ runId, userId, seats: 1, rank, joinedAt: new Date() })));
    held.push(orderId);
  }
  const runner = createJobRunner(database, pino({ level: "silent" }));
  onTestFinished(() => runner.stop());
  const job = jobs["waiting.move-due"];
  if (!job) throw new Error("There is no such job");
  const idle = Object.keys(jobs).map((name) => [name, { work: async () => {} }] as const);
  const table = { ...Object.fromEntries(idle), "waiting.move-due": job };
  await runner.prepare(table);
  await runner.start(table, () => ({ ...site, now: () => new Date(), jobs: runner }));
  await site.db.update(enrolments).set({ heldUntil: new Date(Date.now() - 1) });
  const began = performance.now();
  await vi.waitFor(async () => {
    const { rows } = await site.db.execute(sql`select count(*)::int as n from waiting_place where state = 'offered'`);
    expect(rows).toEqual([{ n: held.length }]);
  }, 15_000);
  expect(performance.now() - began).toBeLessThan(15_000);
});

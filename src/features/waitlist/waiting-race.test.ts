/**
 * A full run, its waiting list, and buyers who try to pass it while seats are freed, over two connection pools like
 * two processes.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { cancelConfirmedSeats, countHeldInRun } from "#features/seats/seats.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { inTransaction, type Ctx, type Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { address } from "#test/buyer.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { raceRounds } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";
import { paidOrders } from "#test/paid-order.ts";
import {
  inFlight,
  makeBuyers,
  openTwoPools,
  sorted,
  withoutStatement,
  withStatements,
  type TwoPools,
} from "#test/two-pools.ts";
import { advanceDueWaitlists, offerFreedSeats } from "./waitlist.server.ts";
import { leaveWaitlist } from "./my-waitlists.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";

const [waiting, buyers, freed] = isFullRun ? [200, 500, 100] : [40, 50, 20];
const capacity = freed + 20;

let pools: TwoPools;
let people: Viewer[];

beforeAll(async () => {
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, waiting + buyers);
});
afterAll(() => pools.close());

const shuffle = <T>(all: T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);

/**
 * Runs one round: seats are freed in a random order, a few of those who wait leave the list, and buyers try to buy all
 * the while. Returns how often a rule was broken, and the final counts.
 */
async function round(databases: Database[]) {
  const waitingPeople = people.slice(0, waiting);
  const { runId, sold } = await fillRun(capacity, waitingPeople);
  const contexts = databases.map((database) => testContext(database));
  const contextAt = (at: number) => contexts[at % contexts.length] as TestCtx;
  const freeSeat = (orderId: number, at: number) => async () => {
    const freeing = testContext(databases[at % databases.length] as Database);
    await cancelSeats(freeing, runId, orderId);
    // Both processes run a job: the one that was queued, and the one that runs every few seconds.
    await Promise.all([offerFreedSeats(freeing, { runId }), advanceDueWaitlists(contextAt(at + 1))]);
  };
  const decline = (at: number) => async () => {
    await leaveWaitlist(contextAt(at).as(waitingPeople[at] as Viewer), { runId });
  };
  const buy = (person: Viewer, at: number) => () =>
    buySeat(testContext(databases[at % databases.length] as Database).as(person), runId);
  const steps: (() => Promise<unknown>)[] = [
    ...sold.slice(0, freed).map(freeSeat),
    ...Array.from({ length: freed / 10 }, (_, at) => decline(at * 10)),
    ...people.slice(waiting).map(buy),
  ];
  const tries = sorted(await Promise.allSettled(shuffle(steps).map((step) => inFlight(step))));
  await advanceDueWaitlists(testContext(pools.first));
  return { ...(await countBreaches(runId, capacity)), broken: tries.broken };
}

/** Creates a run without a free seat, and people who wait for one seat each, in their order. */
async function fillRun(capacity: number, waitingPeople: Viewer[]) {
  const site = testContext(pools.first);
  const { id: runId } = await makeRun(site.db, (await makeCourse(site.db)).id, { capacity });
  const sold = await paidOrders(site, capacity, { runId });
  const joinedAt = site.now();
  await site.db
    .insert(waitlistEntries)
    .values(waitingPeople.map(({ id: userId }, at) => ({ runId, userId, seats: 1, rank: at + 1, joinedAt })));
  return { runId, sold };
}

const cancelSeats = (ctx: TestCtx, runId: number, orderId: number) =>
  inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    await cancelConfirmedSeats(ctx, orderId, null);
  });

const buySeat = (ctx: Ctx, runId: number) => beginCheckout(ctx, { items: [{ runId, qty: 1 }], billing: address });

/** Counts how often a rule of the waiting list was broken, with the offers and people that remain. */
async function countBreaches(runId: number, capacity: number) {
  const { first } = pools;
  const site = testContext(first);
  const [run] = await first.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
  const held = await countHeldInRun(site, runId);
  const entries = await first.db.select().from(waitlistEntries).where(eq(waitlistEntries.runId, runId));
  const offered = entries.filter(({ offers }) => offers > 0);
  const last = Math.max(0, ...offered.map(({ rank }) => rank));
  const isPassed = ({ state, rank }: (typeof entries)[number]) => state === "waiting" && rank < last;
  const openOffers = entries.filter(({ state }) => state === "offered").length;
  return {
    oversold: Math.max(0, (run?.seatsSold ?? 0) + held + openOffers - capacity),
    passed: held + entries.filter(isPassed).length,
    twice: entries.filter(({ offers }) => offers > 1).length,
    offered: openOffers,
    counted: [run?.seatsOffered, run?.waiting],
    waits: entries.filter(({ state }) => state === "waiting").length,
  };
}

const withoutRunLock = (database: Database) => withoutStatement(database, /from "course_run" .* for update$/s);
/** Switches the rule off: every run seems to have no one waiting. */
const withoutWaitlist = (database: Database) =>
  withStatements(database, ({ sql }) =>
    sql.includes('"course_run"."waiting"') && sql.startsWith("select")
      ? sql.replace('"course_run"."waiting"', "0")
      : undefined,
  );

describe("a full run and its waiting list", () => {
  it("W-01 offers freed seats to the first entries in order, each once, and sells none to others", async () => {
    for (let n = 0; n < raceRounds(20); n++) {
      const { waits, ...result } = await round([pools.first, pools.second]);
      expect(result).toEqual({ ...fine, offered: freed, counted: [freed, waits] });
    }
  });

  it("W-01 negative control: without the waiting-list rule, buyers pass the list", async () => {
    const { runId, sold } = await fillRun(1, people.slice(0, 1));
    await cancelSeats(testContext(pools.first), runId, sold[0] as number);
    await buySeat(testContext(withoutWaitlist(pools.second)).as(people[1] as Viewer), runId);
    const { passed } = await countBreaches(runId, 1);
    expect(passed).toBe(1);
  });

  it("W-01 negative control: without the lock on the run and the trigger's count, two jobs offer the same seat", async () => {
    const count = (check: string) =>
      pools.first
        .executeSql(`create or replace function enrolment_count(run integer, confirmed integer, claimed timestamptz)
        returns void language plpgsql as $$ begin ${check} end $$`);
    const [original] = (await pools.first.executeSql("select prosrc from pg_proc where proname = 'enrolment_count'"))
      .rows;
    await count("update course_run r set seats_sold = r.seats_sold + confirmed where r.id = run and confirmed <> 0;");
    const { runId, sold } = await fillRun(2, people.slice(0, 2));
    await cancelSeats(testContext(pools.first), runId, sold[0] as number);
    // The first job has read one free seat, but not yet who waits, when the second job offers that seat.
    const hasRead = Promise.withResolvers<void>();
    const hasOffered = Promise.withResolvers<void>();
    let reads = 0;
    const paused = withStatements(withoutRunLock(pools.first), ({ sql }) => {
      // `advanceWaitlist` reads the run once to end offers, and once to make them.
      if (!sql.includes('from "course_run" inner join "course"') || ++reads !== 2) return undefined;
      return async (send) => {
        const rows = await send();
        hasRead.resolve();
        await hasOffered.promise;
        return rows;
      };
    });
    const firstJob = offerFreedSeats(testContext(paused), { runId });
    await hasRead.promise;
    await offerFreedSeats(testContext(withoutRunLock(pools.second)), { runId });
    hasOffered.resolve();
    await firstJob;
    const { oversold } = await countBreaches(runId, 2);
    await pools.first
      .executeSql(`create or replace function enrolment_count(run integer, confirmed integer, claimed timestamptz)
      returns void language plpgsql as $$${(original as { prosrc: string }).prosrc}$$`);
    expect(oversold).toBe(1);
  });
});

const fine = { oversold: 0, passed: 0, twice: 0, broken: [] };

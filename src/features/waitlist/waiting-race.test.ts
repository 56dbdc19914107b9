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
import { inTransaction, type Viewer } from "#platform/context.server.ts";
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
async function round(databases: Database[], shopDatabases: Database[] = databases) {
  const { first } = pools;
  const site = testContext(first);
  const { id: runId } = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity });
  const sold = await paidOrders(site, capacity, { runId });
  const waitingPeople = people.slice(0, waiting);
  const joinedAt = site.now();
  await first.db
    .insert(waitlistEntries)
    .values(waitingPeople.map(({ id: userId }, at) => ({ runId, userId, seats: 1, rank: at + 1, joinedAt })));
  const contexts = databases.map((database) => testContext(database));
  const contextAt = (at: number) => contexts[at % contexts.length] as TestCtx;
  const freeSeat = (orderId: number, at: number) => async () => {
    const freeing = testContext(databases[at % databases.length] as Database);
    await inTransaction(freeing, async (ctx) => {
      await lockRuns(ctx, [runId]);
      await cancelConfirmedSeats(ctx, orderId, null);
    });
    // Both processes run a job: the one that was queued, and the one that runs every few seconds.
    await Promise.all([offerFreedSeats(freeing, { runId }), advanceDueWaitlists(contextAt(at + 1))]);
  };
  const decline = (at: number) => async () => {
    await leaveWaitlist(contextAt(at).as(waitingPeople[at] as Viewer), { runId });
  };
  const buy = (person: Viewer, at: number) => () =>
    beginCheckout(testContext(shopDatabases[at % shopDatabases.length] as Database).as(person), {
      items: [{ runId, qty: 1 }],
      billing: address,
    });
  const steps: (() => Promise<unknown>)[] = [
    ...sold.slice(0, freed).map(freeSeat),
    ...Array.from({ length: freed / 10 }, (_, at) => decline(at * 10)),
    ...people.slice(waiting).map(buy),
  ];
  const tries = sorted(await Promise.allSettled(shuffle(steps).map((step) => inFlight(step))));
  await advanceDueWaitlists(site);
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
    broken: tries.broken,
  };
}

/** Removes the lock on the run, and delays the reading of its free seats, so that others offer them meanwhile. */
const withoutRunLock = (database: Database) =>
  withStatements(withoutStatement(database, /from "course_run" .* for update$/s), ({ sql }) =>
    sql.includes('from "course_run" inner join "course"')
      ? sql.replace(" where ", " where (select pg_sleep(0.02)) is not null and ")
      : undefined,
  );
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
    const databases = [pools.first, pools.second];
    let passed = 0;
    for (let n = 0; n < 5 && passed === 0; n++)
      passed = (await round(databases, databases.map(withoutWaitlist))).passed;
    expect(passed).toBeGreaterThan(0);
  });

  it("W-01 negative control: without the lock on the run and the trigger's count, too many seats are offered", async () => {
    const count = (check: string) =>
      pools.first
        .executeSql(`create or replace function enrolment_count(run integer, confirmed integer, claimed timestamptz)
        returns void language plpgsql as $$ begin ${check} end $$`);
    const [original] = (await pools.first.executeSql("select prosrc from pg_proc where proname = 'enrolment_count'"))
      .rows;
    await count("update course_run r set seats_sold = r.seats_sold + confirmed where r.id = run and confirmed <> 0;");
    let wrong = 0;
    for (let n = 0; n < 10 && wrong === 0; n++) {
      const { oversold, passed, twice } = await round([pools.first, pools.second].map(withoutRunLock));
      wrong = oversold + passed + twice;
    }
    await pools.first
      .executeSql(`create or replace function enrolment_count(run integer, confirmed integer, claimed timestamptz)
      returns void language plpgsql as $$${(original as { prosrc: string }).prosrc}$$`);
    expect(wrong).toBeGreaterThan(0);
  });
});

const fine = { oversold: 0, passed: 0, twice: 0, broken: [] };

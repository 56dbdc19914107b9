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
import { everything } from "#test/open-database.ts";
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

const [waiting, buyers, freed] = everything ? [200, 500, 100] : [40, 50, 20];
const capacity = freed + 20;

let pools: TwoPools;
let people: Viewer[];

beforeAll(async () => {
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, waiting + buyers);
});
afterAll(() => pools.close());

const shuffled = <T>(all: T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** One round: seats come free at random, a tenth of the offers is declined, and buyers try all the while. */
async function round(line: Database[], shop: Database[] = line) {
  const { first } = pools;
  const site = testContext(first);
  const { id: runId } = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity });
  const sold = await paidOrders(site, capacity, { runId });
  const waits = people.slice(0, waiting);
  const joinedAt = site.now();
  await first.db
    .insert(waitlistEntries)
    .values(waits.map(({ id: userId }, at) => ({ runId, userId, seats: 1, rank: at + 1, joinedAt })));
  const contexts = line.map((database) => testContext(database));
  const on = (at: number) => contexts[at % contexts.length] as TestCtx;
  const free = (orderId: number, at: number) => async () => {
    const freeing = testContext(line[at % line.length] as Database);
    await inTransaction(freeing, async (ctx) => {
      await lockRuns(ctx, [runId]);
      await cancelConfirmedSeats(ctx, orderId, null);
    });
    // The jobs of both processes wake up: what was sent, and what runs every few seconds.
    await Promise.all([offerFreedSeats(freeing, { runId }), advanceDueWaitlists(on(at + 1))]);
  };
  const decline = (at: number) => async () => {
    await leaveWaitlist(on(at).as(waits[at] as Viewer), { runId });
  };
  const buy = (person: Viewer, at: number) => () =>
    beginCheckout(testContext(shop[at % shop.length] as Database).as(person), {
      items: [{ runId, qty: 1 }],
      billing: address,
    });
  const steps: (() => Promise<unknown>)[] = [
    ...sold.slice(0, freed).map(free),
    ...Array.from({ length: freed / 10 }, (_, at) => decline(at * 10)),
    ...people.slice(waiting).map(buy),
  ];
  const tries = sorted(await Promise.allSettled(shuffled(steps).map((step) => inFlight(step))));
  await advanceDueWaitlists(site);
  const [run] = await first.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
  const held = await countHeldInRun(site, runId);
  const places = await first.db.select().from(waitlistEntries).where(eq(waitlistEntries.runId, runId));
  const offered = places.filter(({ offers }) => offers > 0);
  const last = Math.max(0, ...offered.map(({ rank }) => rank));
  const isPassed = ({ state, rank }: (typeof places)[number]) => state === "waiting" && rank < last;
  const open = places.filter(({ state }) => state === "offered").length;
  return {
    oversold: Math.max(0, (run?.seatsSold ?? 0) + held + open - capacity),
    passed: held + places.filter(isPassed).length,
    twice: places.filter(({ offers }) => offers > 1).length,
    offered: open,
    counted: [run?.seatsOffered, run?.waiting],
    waits: places.filter(({ state }) => state === "waiting").length,
    broken: tries.broken,
  };
}

/** What is free is answered late: meanwhile others offer it, so that the line is read after their offers. */
const withoutRunLock = (database: Database) =>
  withStatements(withoutStatement(database, /from "course_run" .* for update$/s), ({ sql }) =>
    sql.includes('from "course_run" inner join "course"')
      ? sql.replace(" where ", " where (select pg_sleep(0.02)) is not null and ")
      : undefined,
  );
/** The rule off: no one is seen to wait. */
const withoutTheLine = (database: Database) =>
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
    const both = [pools.first, pools.second];
    let passed = 0;
    for (let n = 0; n < 5 && passed === 0; n++) passed = (await round(both, both.map(withoutTheLine))).passed;
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

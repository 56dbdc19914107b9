/** One account begins many checkouts at once, over two connection pools like those of two processes (F-04). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import type { Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { address } from "#test/buyer.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { makeBuyers, openTwoPools, type TwoPools } from "#test/two-pools.ts";
import { beginCheckout } from "./begin-checkout.server.ts";

const checkoutCount = 30;
const { seatsPerAccount, seatsPerRun } = defaultSettings.holds;
let pools: TwoPools;
let buyers: Viewer[];
let runs: number[];

beforeAll(async () => {
  pools = await openTwoPools();
  buyers = await makeBuyers(pools.first, 20);
  runs = [];
  for (let i = 0; i < checkoutCount; i++)
    runs.push((await makeRun(pools.first.db, (await makeCourse(pools.first.db)).id, { capacity: 1000 })).id);
});
afterAll(() => pools.close());

/**
 * Drops the options of `transaction`, which ask for the buyer lock. So checkouts of one buyer do not wait for each
 * other.
 */
const withoutBuyerLock = (database: Database): Database => ({
  ...database,
  transaction: (work) => database.transaction(work),
});

/**
 * Begins thirty checkouts of a new account at once. Returns how many seats are then held in total, and the most in any
 * one run.
 */
async function runCheckouts(
  databases: Database[],
  getItem: (index: number) => { runId: number; qty: number },
): Promise<{ total: number; maxPerRun: number; unexpectedErrors: unknown[] }> {
  const buyer = buyers.pop();
  if (!buyer) throw new Error("no buyers left");
  const contexts = databases.map((database) => testContext(database).as(buyer));
  const results = await Promise.allSettled(
    Array.from({ length: checkoutCount }, (_, index) =>
      beginCheckout(contexts[index % contexts.length] as TestCtx, { items: [getItem(index)], billing: address }),
    ),
  );
  const { rows } = await pools.first.executeSql(
    `select coalesce(sum(n), 0)::int as total, coalesce(max(n), 0)::int as "maxPerRun" from (
       select count(*) as n from enrolment h join "order" o on o.id = h.order_id where o.user_id = $1 and h.state = 'held' group by h.run_id) of_run`,
    [buyer.id],
  );
  const unexpectedErrors = results.flatMap((result) =>
    result.status === "rejected" && !(result.reason instanceof ValidationError) ? [result.reason as unknown] : [],
  );
  return { ...(rows[0] as { total: number; maxPerRun: number }), unexpectedErrors };
}

const differentRuns = (index: number) => ({ runId: runs[index] ?? 0, qty: 1 });
const sameRun = (index: number) => ({ runId: runs[0] ?? 0, qty: (index % seatsPerRun) + 1 });

describe("thirty checkouts of one account at once", () => {
  it("F-04 hold at most twenty seats in all, and five of one run", async () => {
    for (let i = 0; i < 3; i++) {
      expect(await runCheckouts([pools.first, pools.second], differentRuns)).toEqual({
        total: seatsPerAccount,
        maxPerRun: 1,
        unexpectedErrors: [],
      });
      const { total, maxPerRun, unexpectedErrors } = await runCheckouts([pools.first, pools.second], sameRun);
      expect(unexpectedErrors).toEqual([]);
      expect(maxPerRun).toBeLessThanOrEqual(seatsPerRun);
      expect(total).toBe(maxPerRun);
    }
  });

  it("F-04 negative control: without the buyer lock, the same checkouts hold more", async () => {
    let maxSeats = 0;
    for (let i = 0; i < 5 && maxSeats <= seatsPerAccount; i++)
      maxSeats = (await runCheckouts([pools.first, pools.second].map(withoutBuyerLock), differentRuns)).total;
    expect(maxSeats).toBeGreaterThan(seatsPerAccount);
    let maxPerRun = 0;
    for (let i = 0; i < 5 && maxPerRun <= seatsPerRun; i++)
      maxPerRun = (await runCheckouts([pools.first, pools.second].map(withoutBuyerLock), sameRun)).maxPerRun;
    expect(maxPerRun).toBeGreaterThan(seatsPerRun);
  });
});

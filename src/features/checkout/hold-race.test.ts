/** One account that begins many checkouts at once, over two connection pools as two processes have them (F-04). */
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

const tries = 30;
const { seatsPerAccount, seatsPerRun } = defaultSettings.holds;
let pools: TwoPools;
let people: Viewer[];
let runs: number[];

beforeAll(async () => {
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, 20);
  runs = [];
  for (let at = 0; at < tries; at++)
    runs.push((await makeRun(pools.first.db, (await makeCourse(pools.first.db)).id, { capacity: 1000 })).id);
});
afterAll(() => pools.close());

/** The defence off: checkouts of one buyer do not wait for each other. */
const withoutBuyerLock = (database: Database): Database => ({
  ...database,
  transaction: (work) => database.transaction(work),
});

/** Thirty checkouts of a new account at once; what it then holds, in all and of the run it holds most of. */
async function round(
  databases: Database[],
  getItem: (at: number) => { runId: number; qty: number },
): Promise<{ all: number; ofOneRun: number; broken: unknown[] }> {
  const buyer = people.pop();
  if (!buyer) throw new Error("no buyers left");
  const contexts = databases.map((database) => testContext(database).as(buyer));
  const answers = await Promise.allSettled(
    Array.from({ length: tries }, (_, at) =>
      beginCheckout(contexts[at % contexts.length] as TestCtx, { items: [getItem(at)], billing: address }),
    ),
  );
  const { rows } = await pools.first.executeSql(
    `select coalesce(sum(n), 0)::int as all, coalesce(max(n), 0)::int as "ofOneRun" from (
       select count(*) as n from enrolment h join "order" o on o.id = h.order_id where o.user_id = $1 and h.state = 'held' group by h.run_id) of_run`,
    [buyer.id],
  );
  const broken = answers.flatMap((answer) =>
    answer.status === "rejected" && !(answer.reason instanceof ValidationError) ? [answer.reason as unknown] : [],
  );
  return { ...(rows[0] as { all: number; ofOneRun: number }), broken };
}

const anotherRun = (at: number) => ({ runId: runs[at] ?? 0, qty: 1 });
const sameRun = (at: number) => ({ runId: runs[0] ?? 0, qty: (at % seatsPerRun) + 1 });

describe("thirty checkouts of one account at once", () => {
  it("F-04 hold twenty seats at most over all runs, five of one run", async () => {
    for (let i = 0; i < 3; i++) {
      expect(await round([pools.first, pools.second], anotherRun)).toEqual({
        all: seatsPerAccount,
        ofOneRun: 1,
        broken: [],
      });
      const { all, ofOneRun, broken } = await round([pools.first, pools.second], sameRun);
      expect(broken).toEqual([]);
      expect(ofOneRun).toBeLessThanOrEqual(seatsPerRun);
      expect(all).toBe(ofOneRun);
    }
  });

  it("F-04 negative control: without the lock on the buyer the same checkouts hold more", async () => {
    let most = 0;
    for (let i = 0; i < 5 && most <= seatsPerAccount; i++)
      most = (await round([pools.first, pools.second].map(withoutBuyerLock), anotherRun)).all;
    expect(most).toBeGreaterThan(seatsPerAccount);
    let maxPerRun = 0;
    for (let i = 0; i < 5 && maxPerRun <= seatsPerRun; i++)
      maxPerRun = (await round([pools.first, pools.second].map(withoutBuyerLock), sameRun)).ofOneRun;
    expect(maxPerRun).toBeGreaterThan(seatsPerRun);
  });
});

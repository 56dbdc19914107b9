/** Staff reduce the seats while buyers buy, over two connection pools like two processes. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { countHeldInRun } from "#features/seats/seats.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { address } from "#test/buyer.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { raceRounds } from "#test/database.ts";
import { makeBuyers, openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { editRun } from "./edit-run.server.ts";

const buyers = 8;
let pools: TwoPools;
let people: Viewer[];
beforeAll(async () => {
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, buyers);
});
afterAll(async () => pools.close());

/** Buyers buy while staff reduce the seats. Counts seats taken beyond the capacity, and returns unexpected errors. */
async function runRound(editing: Database) {
  const { first, second } = pools;
  const run = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity: buyers });
  const [one, two] = [testContext(first), testContext(editing)];
  const begin = (ctx: TestCtx, person: Viewer) =>
    beginCheckout(ctx.as(person), { items: [{ runId: run.id, qty: 1 }], billing: address });
  const edit = editRun(two.asStaff("training"), {
    runId: run.id,
    version: 1,
    capacity: 2,
  });
  const results = await Promise.allSettled([...people.map((person) => begin(one, person)), edit]);
  const reasons = results.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : []));
  const broken = reasons.filter((reason) => !(reason instanceof Conflict || reason instanceof ValidationError));
  const [after] = await second.db.select().from(courseRuns).where(eq(courseRuns.id, run.id));
  const held = await countHeldInRun(one, run.id);
  return { over: Math.max(0, held + (after?.seatsSold ?? 0) - (after?.capacity ?? 0)), broken };
}

describe("reducing seats while buyers buy", () => {
  it("P-10 never sells more seats than the run has, and every refusal has a reason", async () => {
    for (let n = 0; n < raceRounds(10); n++) expect(await runRound(pools.second)).toEqual({ over: 0, broken: [] });
  });

  it("negative control: without the lock on the run, more seats are sold than remain", async () => {
    let over = 0;
    for (let n = 0; n < 20 && over === 0; n++) over += (await runRound(withoutLocks(pools.second))).over;
    expect(over).toBeGreaterThan(0);
  });
});

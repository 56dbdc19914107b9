/** A run is cancelled while its buyers pay, over two connection pools like two processes: every payment is refunded. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import type { Viewer } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { raceRounds } from "#test/database.ts";
import { makeBuyers, openTwoPools, sorted, withoutLocks, withStatements, type TwoPools } from "#test/two-pools.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { setSetting } from "#features/settings/edit-settings.server.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { cancelRunNow } from "#test/run-changes.ts";

const buyers = 12;
let sandbox: Sandbox;
let pools: TwoPools;
let people: Viewer[];

beforeAll(async () => {
  sandbox = await startSandbox();
  pools = await openTwoPools();
  people = await makeBuyers(pools.first, buyers);
  // Lets one person cancel: a second person could not approve, because the sum changes while buyers pay.
  await setSetting(testContext(pools.first).asStaff("finance"), "refunds.onePersonHalalas", "100000000");
});
afterAll(async () => {
  await pools.close();
  await sandbox.close();
});

/** Makes the cancellation wait until a sale has begun, and each begun sale wait until the cancellation has ended. */
function createMeetingPoint() {
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const waiting = (database: Database) =>
    withStatements(database, ({ sql }) => {
      if (!/^update "payment" set .*"settled_at"/s.test(sql)) return undefined;
      return async (send) => {
        begun.resolve();
        await cancelled.promise;
        return send();
      };
    });
  return { waiting, begun: begun.promise, cancelled: () => cancelled.resolve() };
}

/**
 * Everyone pays; then settlements, further checkouts and the cancellation run at once. Counts orders that stay open
 * and payments that are not refunded.
 */
async function runRound(databases: Database[], meeting?: ReturnType<typeof createMeetingPoint>) {
  const { first } = pools;
  const env = testEnv(paymentsAt(sandbox));
  const [one = testContext(first), two = one] = databases.map((database) => testContext(database, { env }));
  const run = await makeRun(first.db, (await makeCourse(first.db)).id, { capacity: 3 * buyers });
  const begin = (ctx: TestCtx, person: Viewer, qty: number) =>
    beginCheckout(ctx.as(person), { items: [{ runId: run.id, qty }], billing: address });
  const begun = await Promise.all(people.map((person) => begin(one, person, 1)));
  await Promise.all(begun.map((answer) => pay(answer)));
  const firstHalf = begun.slice(0, buyers / 2);
  const cancel = async () => {
    await meeting?.begun;
    await cancelRunNow(two.asStaff("training"), { runId: run.id }).finally(meeting?.cancelled);
  };
  const results = sorted(
    await Promise.allSettled([
      ...firstHalf.map((answer) => settlePayment(one, answer.given_id)),
      cancel(),
      ...begun.slice(buyers / 2).map((answer) => settlePayment(one, answer.given_id)),
      ...people.slice(0, 4).map((person) => begin(two, person, 2)),
    ]),
  );
  // Repeated reports of the payments change nothing.
  const repeated = sorted(await Promise.allSettled(begun.map((answer) => settlePayment(one, answer.given_id))));
  const { rows } = await first.db.execute(sql`
    select count(*) filter (where o.status = 'pending')::int as open,
      count(*) filter (where o.id = any (${sql.param(begun.map(({ order_id }) => order_id))}::int[])
        and not exists (select 1 from refund f where f.payment_id = a.id and f.amount_halalas = a.amount_halalas))::int as kept
    from "order" o join payment a on a.order_id = o.id
    where exists (select 1 from order_line l where l.order_id = o.id and l.run_id = ${run.id})`);
  return { ...(rows[0] as { open: number; kept: number }), broken: [...results.broken, ...repeated.broken] };
}

describe("a run cancelled while its buyers pay", () => {
  it("F-01 refunds every payment of twelve buyers, and leaves no order open", async () => {
    for (let n = 0; n < raceRounds(8); n++)
      expect(await runRound([pools.first, pools.second])).toEqual({ open: 0, kept: 0, broken: [] });
  });

  it("negative control: without locks on order and run, payments stay for a cancelled run", async () => {
    const meeting = createMeetingPoint();
    const unlocked = [pools.first, pools.second].map((database) => meeting.waiting(withoutLocks(database)));
    expect((await runRound(unlocked, meeting)).kept).toBeGreaterThan(0);
  });
});

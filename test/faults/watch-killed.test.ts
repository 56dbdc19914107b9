/** Kills the process that refunds a foreign payment (kill -9) before and after every commit and every provider call. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { paidOrders } from "#test/paid-order.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase, stepsToKill, type TestDatabase } from "#test/database.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import { startAppProcess } from "./app-process.ts";

let sandbox: Sandbox;
let database: TestDatabase;
let ctx: TestCtx;

beforeAll(async () => {
  sandbox = await startSandbox();
  database = await openTestDatabase();
  ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) }).as(await makeUser(database.db));
  ctx.clock.now = new Date(Date.now() - 3_600_000);
  await paidOrders(ctx, 1);
  ctx.clock.now = new Date();
});
afterAll(async () => {
  await database.close();
  await sandbox.close();
});

/**
 * Makes a payment by hand for an order of ours, two minutes old by the provider's clock. Then a new process reads the
 * provider's list and is killed at step `killAt`, or not at all if that is 0. `steps` is null if it was killed.
 */
async function watchInNewProcess(killAt: number): Promise<{ id: string; steps: number | null }> {
  const run = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 5 });
  const begun = await beginCheckout(ctx, { items: [{ runId: run.id, qty: 1 }], billing: address });
  await database.executeSql(`update "order" set created_at = created_at - interval '1 hour' where id = $1`, [
    begun.order_id,
  ]);
  const id = crypto.randomUUID();
  sandbox.control.advance(-120_000);
  await pay({ ...begun, given_id: id }, undefined, { amount: 100 });
  sandbox.control.advance(120_000);
  const app = await startAppProcess(database.url ?? "", sandbox.url);
  try {
    return { id, steps: (await app.do({ kind: "watch", killAt }))?.steps ?? null };
  } finally {
    await app.end();
  }
}

it(
  "F-09 after a kill at each step, another process refunds the payment once, with one email",
  { timeout: 180_000 },
  async () => {
    const complete = await watchInNewProcess(0);
    expect(complete.steps).toBeGreaterThanOrEqual(8);
    const killed: string[] = [];
    for (const at of stepsToKill(complete.steps ?? 0)) {
      const { id, steps } = await watchInNewProcess(at);
      expect(steps).toBeNull();
      killed.push(id);
      // The claim of the killed process must expire first.
      ctx.clock.now = new Date(Date.now() + 40_000);
      await watchPayments(ctx);
      expect(sandbox.control.payment(id).refunded).toBe(100);
    }
    const { rows } = await database.executeSql(
      `select f.id, f.status, (select count(*)::int from outbox_mail where key like 'payment-refunded:%:' || f.id) as mails from foreign_payment f`,
    );
    expect(rows).toHaveLength(killed.length + 1);
    for (const row of rows) expect(row).toMatchObject({ status: "done", mails: 1 });
  },
);

import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { runTasks } from "#features/staff/tasks/run.server.ts";
import { readTask, startTask } from "#features/staff/tasks/tasks.server.ts";
import { openBooks } from "#test/books.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testEnv, type TestCtx } from "#test/context.ts";
import type { TestDatabase } from "#test/database.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { compareMonth } from "./compare.server.ts";
import { toRiyadhMonth } from "./months.ts";
import { readMonth } from "./months.server.ts";

let database: TestDatabase;
let ctx: TestCtx;
let finance: TestCtx;
beforeAll(async () => {
  const books = await openBooks();
  ({ database, ctx, finance } = books);
  return books.close;
});

async function placeOrder(isPaid = true, isSettled = true) {
  const run = await makeRun(database.db, (await makeCourse(database.db)).id, { priceHalalas: 100_000 });
  const order = await beginCheckout(ctx.as(await makeUser(database.db)), {
    items: [{ runId: run.id, qty: 1 }],
    billing: address,
  });
  if (isPaid) await pay(order);
  if (isSettled) await settlePayment(ctx, order.given_id);
  return { orderId: order.order_id, paymentId: order.given_id };
}
async function runComparison() {
  const month = toRiyadhMonth(ctx.now());
  const { id } = await startTask(finance, compareMonth, { month });
  await runQueuedTasks(ctx, [compareMonth]);
  const task = await readTask(finance, { id });
  expect(task.state).toBe("done");
  expect((await readMonth(finance, { id: month })).comparison).toMatchObject({ taskId: id, result: task.result });
  return { ...task, failures: task.failures.map(({ what, why_eng }) => [what, why_eng]) };
}

it("P-15 the provider’s records and ours agree, refunds included; an unpaid order is in neither", async () => {
  for (let n = 0; n < 3; n++) await placeOrder();
  await placeOrder(false, false);
  const { orderId } = await placeOrder();
  await refundOrder(finance, { orderId, amountHalalas: 15_000, reason: "requested" });
  await processRefunds(ctx);
  const sums = { count: 4, in: "4600.00", out: "150.00" };
  expect(await runComparison()).toMatchObject({ failures: [], failed: 0, result: { provider: sums, ours: sums } });
});

it("P-15 finds payments that only one side has, and sums that differ", async () => {
  const unsettled = await placeOrder(true, false);
  const vanished = await placeOrder();
  await database.db.update(payments).set({ id: crypto.randomUUID() }).where(eq(payments.id, vanished.paymentId));
  const refundedAtProvider = await placeOrder();
  await paymentProvider(ctx.env).refundPayment(refundedAtProvider.paymentId, 5_000);
  const { failures, result } = await runComparison();
  expect(failures.toSorted()).toEqual(
    [
      [`#${unsettled.orderId}`, "Paid at the provider, but here it is neither part of an order nor refunded."],
      [`#${vanished.orderId}`, "Paid in our records, but the provider has no record of the payment."],
      [`#${refundedAtProvider.orderId}`, "The provider refunded a different amount from our records."],
      [vanished.paymentId, "The provider took this payment, but no order matches it."],
    ].toSorted(),
  );
  expect(result).toMatchObject({ provider: { count: 7, out: "200.00" }, ours: { count: 5, out: "150.00" } });
});

it("when the provider does not respond, the step is retried and nothing is counted", async () => {
  const month = toRiyadhMonth(ctx.now());
  const { id } = await startTask(finance, compareMonth, { month });
  const unreachable = { ...ctx, env: testEnv(paymentsAt({ url: "http://127.0.0.1:9" })) };
  await expect(runTasks([compareMonth])(unreachable, { id }, { isLast: false })).rejects.toThrow("did not answer");
  expect(await readTask(finance, { id })).toMatchObject({ state: "queued", done: 0 });
  await runTasks([compareMonth])(ctx, { id }, { isLast: false });
  expect((await readTask(finance, { id })).state).toBe("done");
});

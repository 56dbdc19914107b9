/** A month's payments with the provider's fees (P-15). */
import { mkdtempSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { runTasks } from "#features/staff/tasks/run.server.ts";
import { downloadTaskFile, readTask } from "#features/staff/tasks/tasks.server.ts";
import { Forbidden } from "#platform/errors.ts";
import { openBooks } from "#test/books.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testEnv, type TestCtx } from "#test/context.ts";
import type { TestDatabase } from "#test/database.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { estimateFee } from "../../../../sandbox/money.ts";
import { toRiyadhMonth } from "./months.ts";
import { exportPayments } from "./payments-export.server.ts";

const kinds = [exportPayments];
let database: TestDatabase;
let ctx: TestCtx;
let finance: TestCtx;
beforeAll(async () => {
  const books = await openBooks({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-payments-")) });
  ({ database, ctx, finance } = books);
  return books.close;
});

async function buySeat() {
  const run = await makeRun(database.db, (await makeCourse(database.db)).id, { priceHalalas: 100_000 });
  const buyer = ctx.as(await makeUser(database.db));
  const begun = await beginCheckout(buyer, { items: [{ runId: run.id, qty: 1 }], billing: address });
  await pay(begun);
  await settlePayment(ctx, begun.given_id);
  return { orderId: begun.order_id, paymentId: begun.given_id };
}
const startPaymentsExport = () =>
  startExport(finance, kinds, { kind: "payments", format: "csv", filter: { month: toRiyadhMonth(ctx.now()) } });
async function readExport() {
  const { id } = await startPaymentsExport();
  await runQueuedTasks(ctx, kinds);
  const { body } = await downloadTaskFile(finance, kinds, { id });
  const [, ...lines] = (await text(body as ReadStream)).trim().split("\r\n");
  return { task: await readTask(finance, { id }), rows: lines.map((line) => line.split(",")) };
}

it("P-15 rejects an export without finance.export", async () => {
  const request = { kind: "payments", format: "csv", filter: { month: "2026-10" } };
  await expect(startExport(ctx.asStaff("support"), kinds, request)).rejects.toThrow(Forbidden);
});

it("P-15 lists each payment of the month once, with its fee and net amount; a transfer has no fee", async () => {
  const plain = await buySeat();
  const partlyRefunded = await buySeat();
  await refundOrder(finance, { orderId: partlyRefunded.orderId, amountHalalas: 15_000, reason: "requested" });
  await processRefunds(ctx);
  const now = ctx.now();
  await database.db.insert(payments).values({
    id: crypto.randomUUID(),
    orderId: plain.orderId,
    number: 9,
    method: "transfer",
    status: "paid",
    amountHalalas: 50_000,
    currency: "SAR",
    createdAt: now,
    updatedAt: now,
    settledAt: now,
    reference: "BANK-1",
    receivedOn: "2026-01-01",
    recordedBy: "lina",
  });
  const { task, rows } = await readExport();
  const fee = estimateFee(115_000);
  const riyals = (halalas: number) => (halalas / 100).toFixed(2);
  const sums = rows.map(([order, , , , ...amounts]) => [Number(order), ...amounts]);
  expect(sums.slice(0, 2).toSorted()).toEqual([
    [plain.orderId, "1150.00", "0.00", riyals(-fee), riyals(115_000 - fee)],
    [partlyRefunded.orderId, "1150.00", "-150.00", riyals(-fee), riyals(115_000 - 15_000 - fee)],
  ]);
  expect(sums.slice(2)).toEqual([[plain.orderId, "500.00", "0.00", "", "500.00"]]);
  expect(task).toMatchObject({
    state: "done",
    done: 3,
    total: 3,
    title_eng: expect.stringMatching(/^Payments and fees, /),
  });
});

it("retries the step when the provider does not answer, and writes no row twice", async () => {
  const { id } = await startPaymentsExport();
  const unreachable = {
    ...ctx,
    env: testEnv({ ...paymentsAt({ url: "http://127.0.0.1:9" }), DATA_DIR: ctx.env.DATA_DIR }),
  };
  await expect(runTasks(kinds)(unreachable, { id }, { isLast: false })).rejects.toThrow("did not answer");
  expect(await readTask(finance, { id })).toMatchObject({ state: "queued", done: 0 });
  await runTasks(kinds)(ctx, { id }, { isLast: false });
  expect(await readTask(finance, { id })).toMatchObject({ state: "done", done: 3 });
});

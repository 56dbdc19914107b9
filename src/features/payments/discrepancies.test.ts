/**
 * Differences between our orders and the provider's payments: found by comparing, repaired by fetching from the
 * provider (S-08; reliability rows 5, 27).
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { address, pay, paymentsAt, postCard } from "#test/buyer.ts";
import { testContext, testEnv } from "#test/context.ts";
import { describeOnDatabase, openTestDatabase, type TestDatabase } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";
import { openSandbox } from "#test/sandbox.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { orderReport, resyncOrder } from "#features/order-views/staff/resync-order.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { findDiscrepancies } from "./discrepancies.server.ts";

const sandbox = await openSandbox();

const yesterday = new Date(Date.now() - 86_400_000);

async function begin(database: TestDatabase) {
  const ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) }).as(await makeUser(database.db));
  const run = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 2 });
  const begun = await beginCheckout(ctx, { items: [{ runId: run.id, qty: 1 }], billing: address });
  return { ctx: ctx.asStaff("finance"), begun };
}

describeOnDatabase("payments that differ from the provider's", (open) => {
  it("lists nothing while our records and the provider's agree; returns null for an unknown order", async () => {
    const { ctx, begun } = await begin(await open());
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    await refundOrder(ctx, { orderId: begun.order_id, amountHalalas: 100, reason: "requested" });
    expect(await findDiscrepancies(ctx, yesterday)).toEqual([]);
    expect(await resyncOrder(ctx, 99_999)).toBeNull();
  });

  it("lists a payment that only the provider knows; resyncing marks the order as paid", async () => {
    const { ctx, begun } = await begin(await open());
    await pay(begun);
    expect(await findDiscrepancies(ctx, yesterday)).toMatchObject([
      { orderId: begun.order_id, kind: "paid-at-provider", paymentId: begun.given_id },
    ]);
    expect(await resyncOrder(ctx, begun.order_id)).toMatchObject({
      order: { status: "paid" },
      payments: [{ status: "paid", provider: { status: "paid" } }],
      documents: [{ totalHalalas: begun.amount }],
      lines: [{ seats: ["confirmed"] }],
    });
    expect(await findDiscrepancies(ctx, yesterday)).toEqual([]);
  });

  it("lists a refused refund with its problem; resyncing completes it once the provider accepts it", async () => {
    const { ctx, begun } = await begin(await open());
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    sandbox.control.set({ secondPartialRefund: "refused" });
    for (const amountHalalas of [100, 200])
      await refundOrder(ctx, { orderId: begun.order_id, amountHalalas, reason: "requested" });
    expect(await findDiscrepancies(ctx, yesterday)).toMatchObject([{ kind: "refund-needs-person" }]);
    expect(await resyncOrder(ctx, begun.order_id)).toMatchObject({
      refunds: [{ status: "done" }, { status: "needs-person", problem: "provider-refused" }],
    });
    sandbox.control.set({ secondPartialRefund: "accepted" });
    expect(await resyncOrder(ctx, begun.order_id)).toMatchObject({
      order: { status: "partially_refunded" },
      refunds: [{ status: "done" }, { status: "done" }],
      payments: [{ provider: { refundedHalalas: 300 } }],
    });
  });

  it("lists different refund totals, unknown payments, overdue checks and stuck refunds", async () => {
    const database = await open();
    const { ctx, begun } = await begin(database);
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    sandbox.control.patch(begun.given_id, { refunded: 500 });
    const foreignPaymentId = crypto.randomUUID();
    await pay({ ...begun, given_id: foreignPaymentId });
    const other = await begin(database);
    await postCard(other.begun);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 3_600_000);
    const discrepancies = await findDiscrepancies(ctx, yesterday);
    expect(discrepancies.map(({ kind }) => kind).toSorted()).toEqual([
      "check-overdue",
      "refunds-differ",
      "unknown-payment",
    ]);
    expect(discrepancies.find(({ kind }) => kind === "unknown-payment")).toMatchObject({
      orderId: null,
      paymentId: foreignPaymentId,
    });
    expect(await resyncOrder(ctx, begun.order_id)).toMatchObject({
      order: { status: "partially_refunded" },
      refunds: [{ amountHalalas: 500, reason: "at-provider" }],
    });
    sandbox.control.fault({ route: "refund", kind: "error_500" });
    await refundOrder(ctx, { orderId: begun.order_id, amountHalalas: 100, reason: "requested" });
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 3_600_000);
    expect((await findDiscrepancies(ctx, yesterday)).map(({ kind }) => kind)).toContain("refund-stuck");
    expect((await resyncOrder(ctx, begun.order_id))?.refunds.map(({ status }) => status)).toEqual(["done", "done"]);
  });
});

it("the command exits with 3 while it lists orders and with 0 after their repair; the email stays queued", async () => {
  const database = await openTestDatabase();
  const run = async (...words: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/orders.ts", ...words], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: database.url,
        AUTH_SECRET: "test-secret-of-more-than-32-characters",
        ...paymentsAt(sandbox),
      },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  try {
    const { ctx, begun } = await begin(database);
    await pay(begun);
    const listed = await run("list");
    expect(listed).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(`${begun.order_id}\tpaid-at-provider\t${begun.given_id}`),
    });
    if (isFullRun) expect((await run("repair")).code).toBe(2);
    const repaired = await run("repair", String(begun.order_id));
    expect(repaired.stdout).toContain('"status": "paid"');
    expect(repaired.stdout).not.toContain("@example.com");
    if (isFullRun) expect(await run("list")).toMatchObject({ code: 0, stdout: "No order needs a person.\n" });
    expect((await orderReport(ctx, begun.order_id))?.order.status).toBe("paid");
    expect((await ctx.db.execute(sql`select template from outbox_mail where status = 'queued'`)).rows).toEqual([
      { template: "order-confirmed" },
    ]);
  } finally {
    await database.close();
  }
});

/** The audit log records every decision about money that the site makes by itself (P-04). */
import { asc } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { eraseFromAudit } from "#platform/audit.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { address, declinedCard, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { openSandbox } from "#test/sandbox.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("the audit log of money", (open) => {
  let ctx: TestCtx;
  let job: TestCtx;
  let buyer: { id: string };
  let runId: number;
  beforeEach(async () => {
    const visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    const user = await makeUser(visitor.db);
    buyer = user;
    ctx = visitor.as(user);
    job = Object.assign(visitor.as(user), { actor: { kind: "job" as const, name: "sales.reconcile" }, viewer: null });
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 3 })).id;
  });
  const begin = (qty = 1) => beginCheckout(ctx, { items: [{ runId: runId, qty }], billing: address });
  const passMinutes = (minutes: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
  const readEvents = async () =>
    (await ctx.db.select().from(auditEvents).orderBy(asc(auditEvents.id))).map(
      ({ action, actorKind, entityId, after }) => [action, actorKind, entityId, after?.["reason"] ?? null],
    );

  it("logs payment and refund by staff, each step with its actor", async () => {
    const begun = await begin();
    const id = String(begun.order_id);
    await pay(begun);
    await settlePayment(job, begun.given_id);
    await settlePayment(job, begun.given_id);
    const reason = "Sara cannot come";
    await refundOrder(ctx.asStaff("finance"), { orderId: begun.order_id, amountHalalas: begun.amount, reason });
    expect(await readEvents()).toEqual([
      ["order.paid", "job", id, null],
      ["refund.requested", "staff", id, reason],
      ["refund.done", "staff", id, reason],
      ["order.refunded", "staff", id, reason],
    ]);
    // Erasing the buyer removes the reason, which staff wrote.
    await inTransaction(ctx, (ctx) => eraseFromAudit(ctx, buyer.id));
    expect((await readEvents()).map(([, , , reason]) => reason)).toEqual([null, null, null, null]);
  });

  it("logs a declined payment", async () => {
    const begun = await begin();
    await pay(begun, declinedCard);
    await settlePayment(ctx, begun.given_id);
    expect(await readEvents()).toEqual([["order.failed", "learner", String(begun.order_id), "declined"]]);
  });

  it("logs an unpaid order whose hold expires", async () => {
    const begun = await begin();
    passMinutes(16);
    await reconcile(job);
    expect(await readEvents()).toEqual([["order.expired", "job", String(begun.order_id), "abandoned"]]);
  });

  it("logs an order that a newer order of the same buyer replaces", async () => {
    const begun = await begin();
    await begin(2);
    const first = (await readEvents()).filter(([, , id]) => id === String(begun.order_id));
    expect(first).toEqual([["order.expired", "learner", String(begun.order_id), "superseded"]]);
  });

  it("logs the refund of a payment that came too late; erasure keeps the site's own reason", async () => {
    const begun = await begin();
    const id = String(begun.order_id);
    passMinutes(16);
    await reconcile(job);
    await pay(begun);
    passMinutes(25 * 60);
    await settlePayment(job, begun.given_id);
    await processRefunds(job);
    const all = [
      ["order.expired", "job", id, "abandoned"],
      ["refund.decided", "job", id, "paid-too-late"],
      ["refund.done", "job", id, "paid-too-late"],
    ];
    expect(await readEvents()).toEqual(all);
    await inTransaction(ctx, (ctx) => eraseFromAudit(ctx, buyer.id));
    expect(await readEvents()).toEqual(all);
  });

  it("logs the refund of a payment with another amount than requested", async () => {
    const begun = await begin();
    const id = String(begun.order_id);
    await pay({ ...begun, amount: 100 });
    await settlePayment(job, begun.given_id);
    await processRefunds(job);
    expect(await readEvents()).toEqual([
      ["refund.decided", "job", id, "mismatch"],
      ["order.failed", "job", id, "mismatch"],
      ["refund.done", "job", id, "mismatch"],
    ]);
  });

  it("logs a refund that was made at the provider", async () => {
    const begun = await begin();
    const id = String(begun.order_id);
    await pay(begun);
    await settlePayment(job, begun.given_id);
    sandbox.control.patch(begun.given_id, { refunded: 500 });
    await settlePayment(job, begun.given_id);
    expect((await readEvents()).slice(1)).toEqual([
      ["refund.recorded-from-provider", "job", id, "at-provider"],
      ["order.partially_refunded", "job", id, "at-provider"],
    ]);
  });

  it("logs a refund that the provider refuses and staff must handle", async () => {
    const begun = await begin();
    await pay(begun);
    await settlePayment(job, begun.given_id);
    sandbox.control.set({ secondPartialRefund: "refused" });
    for (const amountHalalas of [100, 200])
      await refundOrder(ctx.asStaff("finance"), { orderId: begun.order_id, amountHalalas, reason: "requested" });
    const left = (await ctx.db.select().from(auditEvents)).filter(({ action }) => action === "refund.left-to-person");
    expect(left).toMatchObject([{ entity: "refund", after: { problem: "provider-refused" } }]);
  });

  it("logs the return of a payment without an order: decision, then refund", async () => {
    const begun = await begin();
    const foreignPaymentId = crypto.randomUUID();
    // The site returns a foreign payment only if it was made after the site's first sale.
    const sold = await begin();
    await pay(sold);
    await settlePayment(job, sold.given_id);
    passMinutes(1);
    await pay({ ...begun, given_id: foreignPaymentId });
    passMinutes(2);
    await watchPayments(job);
    expect((await readEvents()).filter(([, , id]) => id === foreignPaymentId)).toEqual([
      ["foreign-payment.return-decided", "job", foreignPaymentId, null],
      ["foreign-payment.returned", "job", foreignPaymentId, null],
    ]);
  });
});

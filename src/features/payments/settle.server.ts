import { eq } from "drizzle-orm";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import { lockRunsOfOrder } from "#features/orders/locks.server.ts";
import { retryRefusedSeats } from "#features/enrolments/refused-seats.server.ts";
import { releaseSeats } from "#features/enrolments/seats.server.ts";
import { isLate, decide, nextCheck, refusalOf, type Decision, type AttemptStatus } from "./payment-rules.ts";
import { paymentProvider } from "./current.server.ts";
import type { ProviderPayment } from "./provider.ts";
import { expectedOf, lockOrder, type LockedOrder } from "./locked-order.server.ts";
import { recordExternalRefund } from "./refund-ledger.server.ts";
import { requestRefund } from "./refunds.server.ts";
import { readSaleable } from "./saleable.server.ts";
import { saleState, sellOrder } from "./sell.server.ts";
import { paymentAttempts } from "./tables.server.ts";
import { queueOrderMail } from "./order-mails.server.ts";

export interface Settled {
  orderId: number;
  status: OrderStatus;
  /** Where the payer still has to confirm, while there is such a place. */
  transactionUrl: string | null;
}

/** Paid: sells the seats when this order may still have them, else refunds. */
async function fulfil(ctx: Ctx, locked: LockedOrder, payment: ProviderPayment): Promise<OrderStatus> {
  const { order, attempt } = locked;
  await lockRunsOfOrder(ctx, order.id);
  const saleable = await readSaleable(ctx, order.id);
  // Money that is on its way back can no longer buy seats.
  if (saleable.returning) return order.status;
  const refusal = refusalOf(order, await saleState(ctx, saleable), ctx.now());
  if (!refusal) {
    const reason = isLate(order, ctx.now()) ? "late-payment" : null;
    await sellOrder(ctx, locked, payment, { reason, hasGuests: saleable.guests });
    return "paid";
  }
  ctx.log.warn({ order_id: order.id, payment_id: attempt.id, reason: refusal }, "a payment buys nothing: given back");
  await releaseSeats(ctx, order.id);
  await requestRefund(ctx, locked, refusal);
  return order.status === "pending" ? moveOrder(ctx, order, "expired", refusal) : order.status;
}

async function recordProviderRefund(ctx: Ctx, locked: LockedOrder, payment: ProviderPayment): Promise<OrderStatus> {
  if (locked.order.status === "pending") return moveOrder(ctx, locked.order, "failed", "refunded-at-provider");
  return recordExternalRefund(ctx, locked, payment);
}

async function applyDecision(
  ctx: Ctx,
  locked: LockedOrder,
  payment: ProviderPayment,
  decision: Decision,
): Promise<OrderStatus> {
  const { order, attempt } = locked;
  switch (decision.kind) {
    case "fulfil":
      return fulfil(ctx, locked, payment);
    case "fail":
      // The seats stay held until their time is over, so that the buyer can try another card.
      await queueOrderMail(ctx, "payment-failed", order.id, {}, payment);
      return moveOrder(ctx, order, "failed", "declined");
    case "refund":
      ctx.log.error({ order_id: order.id, payment_id: attempt.id }, "payment does not match its order: given back");
      await releaseSeats(ctx, order.id);
      await requestRefund(ctx, locked, decision.reason);
      return order.status === "pending" ? moveOrder(ctx, order, "failed", decision.reason) : order.status;
    case "record-refund":
      return recordProviderRefund(ctx, locked, payment);
    case "wait":
      return expireIfOverdue(ctx, order);
    case "nothing":
      return order.status;
  }
}

/** An open order whose hold has expired ends; its payment is watched a while longer. */
async function expireIfOverdue(ctx: Ctx, order: LockedOrder["order"]): Promise<OrderStatus> {
  if (order.status !== "pending" || order.expiresAt > ctx.now()) return order.status;
  await releaseSeats(ctx, order.id);
  return moveOrder(ctx, order, "expired", "abandoned");
}

function attemptStatus(payment: ProviderPayment): AttemptStatus {
  if (payment.refundedHalalas > 0)
    return payment.refundedHalalas >= payment.amountHalalas ? "refunded" : "partially_refunded";
  if (payment.status === "paid" || payment.status === "failed" || payment.status === "refunded") return payment.status;
  return payment.status === "voided" ? "refunded" : "initiated";
}

async function updateAttempt(
  ctx: Ctx,
  attempt: LockedOrder["attempt"],
  payment: ProviderPayment | null,
  status: OrderStatus,
  before: OrderStatus,
): Promise<void> {
  const open = status === "pending";
  const finished =
    payment?.status === "paid" ||
    payment?.status === "failed" ||
    payment?.status === "refunded" ||
    payment?.status === "voided";
  // An answer from before a refund of ours says less than we know.
  const news = payment && payment.refundedHalalas >= attempt.refundedHalalas ? payment : null;
  const checks = open || (before === "pending" && !open) ? 0 : attempt.checks + 1;
  await ctx.db
    .update(paymentAttempts)
    .set({
      ...(news
        ? {
            status: attemptStatus(news),
            message: news.message,
            cardScheme: news.cardScheme,
            cardMasked: news.cardMasked,
            refundedHalalas: news.refundedHalalas,
          }
        : {}),
      updatedAt: ctx.now(),
      checkAt: finished ? null : nextCheck(ctx.now(), open, checks),
      checks,
    })
    .where(eq(paymentAttempts.id, attempt.id));
}

/**
 * The one function behind all three ways to the truth (return, webhook, reconciliation): asks the provider about a payment and
 * brings its order to the status that follows. Idempotent, safe in parallel. Null when we know no such attempt.
 * Throws ProviderUnavailable; then nothing has changed.
 */
export async function settlePayment(ctx: Ctx, attemptId: string): Promise<Settled | null> {
  const payment = await paymentProvider(ctx.env).fetchPayment(attemptId);
  const settle = async (ctx: Ctx): Promise<Settled | null> => {
    const locked = await lockOrder(ctx, { attemptId });
    if (!locked) return null;
    const { order, attempt } = locked;
    const status = payment
      ? await applyDecision(ctx, locked, payment, decide(order, payment, expectedOf(locked)))
      : await expireIfOverdue(ctx, order);
    // A sale has noted it already: it is the way of nearly every payment.
    if (status !== "paid" || order.status === "paid") await updateAttempt(ctx, attempt, payment, status, order.status);
    return { orderId: order.id, status, transactionUrl: payment?.transactionUrl ?? null };
  };
  return retryRefusedSeats(() => inTransaction(ctx, settle));
}

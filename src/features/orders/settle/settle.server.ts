import { eq } from "drizzle-orm";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import { lockRunsOfOrder } from "#features/orders/locks.server.ts";
import { retryRefusedSeats } from "#features/orders/seats/refused-seats.server.ts";
import { releaseSeats } from "#features/orders/seats/seats.server.ts";
import {
  decide,
  isLate,
  missingHalalas,
  nextCheck,
  refusalOf,
  type Decision,
  type PaymentStatus,
} from "#features/payments/payment-rules.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import type { ProviderPayment } from "#features/payments/provider.ts";
import { recordExternalRefund } from "#features/orders/refunds/refund-ledger.server.ts";
import { requestRefund } from "#features/orders/refunds/refund-requests.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { expectedOf, lockPayment, standingOf, type LockedOrder, type LockedPayment } from "./locked-order.server.ts";
import { readSaleable, saleState, sellOrder } from "./sell.server.ts";
import { queueOrderMail } from "./order-mails.server.ts";

export interface Settled {
  orderId: number;
  status: OrderStatus;
  transactionUrl: string | null;
}

async function noteSettled(ctx: Ctx, { payment }: LockedPayment, reported: ProviderPayment): Promise<void> {
  const { message, cardScheme, cardMasked } = reported;
  const now = ctx.now();
  await ctx.db
    .update(payments)
    .set({ status: "paid", message, cardScheme, cardMasked, settledAt: now, updatedAt: now, checkAt: null })
    .where(eq(payments.id, payment.id));
}

async function fulfil(ctx: Ctx, locked: LockedPayment, reported: ProviderPayment): Promise<OrderStatus> {
  const { order, payment } = locked;
  await lockRunsOfOrder(ctx, order.id);
  const saleable = await readSaleable(ctx, order.id);
  const refusal = refusalOf(order, await saleState(ctx, saleable), ctx.now());
  if (!refusal) {
    const { cardScheme, cardMasked } = reported;
    await noteSettled(ctx, locked, reported);
    if (missingHalalas(order.totalHalalas, locked.payments) > payment.amountHalalas) return order.status;
    const reason = isLate(order, ctx.now()) ? "late-payment" : null;
    await sellOrder(ctx, order, { reason, hasGuests: saleable.guests, payment: { cardScheme, cardMasked } });
    return "paid";
  }
  ctx.log.warn({ order_id: order.id, payment_id: payment.id, reason: refusal }, "a payment buys nothing: given back");
  await releaseSeats(ctx, order.id);
  await requestRefund(ctx, order, payment, refusal);
  return order.status === "pending" ? moveOrder(ctx, order, "expired", refusal) : order.status;
}

/** What ends the order's only open payment ends the order. */
const waitsForThis = (locked: LockedPayment): boolean =>
  locked.order.status === "pending" && !standingOf(locked).anotherOpen;

async function recordProviderRefund(ctx: Ctx, locked: LockedPayment, reported: ProviderPayment): Promise<OrderStatus> {
  if (locked.order.status !== "pending") return recordExternalRefund(ctx, locked, reported);
  return waitsForThis(locked) ? moveOrder(ctx, locked.order, "failed", "refunded-at-provider") : locked.order.status;
}

async function refuse(ctx: Ctx, locked: LockedPayment, reason: "mismatch" | "already-paid"): Promise<OrderStatus> {
  const { order, payment } = locked;
  const facts = { order_id: order.id, payment_id: payment.id };
  if (reason === "already-paid") ctx.log.warn(facts, "order paid by another payment: given back");
  else ctx.log.error(facts, "payment does not match its order: given back");
  await requestRefund(ctx, order, payment, reason);
  if (reason === "already-paid") return order.status;
  if (order.status === "pending" && !waitsForThis(locked)) return order.status;
  await releaseSeats(ctx, order.id);
  return order.status === "pending" ? moveOrder(ctx, order, "failed", reason) : order.status;
}

async function applyDecision(
  ctx: Ctx,
  locked: LockedPayment,
  reported: ProviderPayment,
  decision: Decision,
): Promise<OrderStatus> {
  const { order, payment } = locked;
  switch (decision.kind) {
    case "fulfil":
      return fulfil(ctx, locked, reported);
    case "fail":
      // The seats stay held until the hold ends, so that the buyer can try another card.
      await queueOrderMail(ctx, "payment-failed", order.id, {}, { ...reported, number: payment.number });
      return moveOrder(ctx, order, "failed", "declined");
    case "refund":
      return refuse(ctx, locked, decision.reason);
    case "record-refund":
      return recordProviderRefund(ctx, locked, reported);
    case "wait":
      return expireIfOverdue(ctx, order);
    case "nothing":
      return order.status;
  }
}

async function expireIfOverdue(ctx: Ctx, order: LockedOrder["order"]): Promise<OrderStatus> {
  if (order.status !== "pending" || order.expiresAt > ctx.now()) return order.status;
  await releaseSeats(ctx, order.id);
  return moveOrder(ctx, order, "expired", "abandoned");
}

function statusOf(reported: ProviderPayment): PaymentStatus {
  if (reported.refundedHalalas > 0)
    return reported.refundedHalalas >= reported.amountHalalas ? "refunded" : "partially_refunded";
  if (reported.status === "paid" || reported.status === "failed" || reported.status === "refunded")
    return reported.status;
  return reported.status === "voided" ? "refunded" : "initiated";
}

async function updatePayment(
  ctx: Ctx,
  payment: LockedPayment["payment"],
  reported: ProviderPayment | null,
  status: OrderStatus,
  before: OrderStatus,
): Promise<void> {
  const open = status === "pending";
  const finished =
    reported?.status === "paid" ||
    reported?.status === "failed" ||
    reported?.status === "refunded" ||
    reported?.status === "voided";
  // A response older than our last refund says less than we know.
  const news = reported && reported.refundedHalalas >= payment.refundedHalalas ? reported : null;
  const checks = open || (before === "pending" && !open) ? 0 : payment.checks + 1;
  await ctx.db
    .update(payments)
    .set({
      ...(news
        ? {
            status: statusOf(news),
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
    .where(eq(payments.id, payment.id));
}

/**
 * Fetches a card payment from the provider and moves its order accordingly: for return, webhook and reconciliation.
 * Idempotent and safe in parallel, also with several payments of an order. Null for an unknown payment. Throws
 * ProviderUnavailable; then nothing has changed.
 */
export async function settlePayment(ctx: Ctx, paymentId: string): Promise<Settled | null> {
  const reported = await paymentProvider(ctx.env).fetchPayment(paymentId);
  const settle = async (ctx: Ctx): Promise<Settled | null> => {
    const locked = await lockPayment(ctx, paymentId);
    if (locked?.payment.method !== "card") return null;
    const { order, payment } = locked;
    const status = reported
      ? await applyDecision(
          ctx,
          locked,
          reported,
          decide(order, reported, expectedOf(order.id, payment), standingOf(locked)),
        )
      : await expireIfOverdue(ctx, order);
    // A sale has recorded it already.
    const sold = status === "paid" && order.status !== "paid";
    if (!sold) await updatePayment(ctx, payment, reported, status, order.status);
    return { orderId: order.id, status, transactionUrl: reported?.transactionUrl ?? null };
  };
  return retryRefusedSeats(() => inTransaction(ctx, settle));
}

import { and, eq, sql } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { queueSeatCancelledMails } from "#features/seats/seat-mails.server.ts";
import { moveOrder, personalReason } from "#features/orders/move-order.server.ts";
import { mayMove, type OrderStatus } from "#features/orders/order-states.ts";
import { issueCreditNote } from "#features/invoices/issue.server.ts";
import { cancelConfirmedSeats, lockConfirmedRuns, readCancelledSeatRuns } from "#features/seats/seats.server.ts";
import { queueOrderMail } from "#features/settlement/mails/order-mails.server.ts";
import type { ProviderPayment } from "#features/payments/provider.ts";
import { atProviderReason, refundedHalalas } from "#features/payments/refund-rules.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { lockPayment, type LockedPayment } from "#features/payments/locked-order.server.ts";
import { writeRefund } from "./refund-requests.server.ts";

export type Refund = typeof refunds.$inferSelect;

export async function refundsSoFar(ctx: Ctx, paymentId: string): Promise<{ bookedHalalas: number; waiting: boolean }> {
  const { amountHalalas, status } = refunds;
  const [sums] = await ctx.db
    .select({
      bookedHalalas: sql<number>`coalesce(sum(${amountHalalas}) filter (where ${eq(status, "done")}), 0)::int`,
      waiting: sql<boolean>`coalesce(bool_or(${eq(status, "requested")}), false)`,
    })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId));
  return sums ?? { bookedHalalas: 0, waiting: false };
}

export const toReportedSums = (reported: ProviderPayment) => ({
  amountHalalas: reported.amountHalalas,
  refundedHalalas: refundedHalalas(reported),
});

async function isFullyRefunded(ctx: Ctx, { payments: orderPayments }: LockedPayment): Promise<boolean> {
  for (const { id, amountHalalas, settledAt } of orderPayments) {
    if (settledAt === null) continue;
    const { bookedHalalas } = await refundsSoFar(ctx, id);
    if (bookedHalalas < amountHalalas) return false;
  }
  return true;
}

/** Releases the seats of a refund. Returns the order's status and the run of each cancelled seat. */
async function releaseOrder(
  ctx: Ctx,
  locked: LockedPayment,
  refund: Refund,
): Promise<{ status: OrderStatus; cancelled: number[] }> {
  const { order } = locked;
  const isFull = await isFullyRefunded(ctx, locked);
  const { runIds, seatIds } = refund;
  let cancelled: number[] = [];
  if (isFull || runIds.length > 0 || seatIds.length > 0) {
    const released = isFull ? null : { runIds, seatIds };
    await lockConfirmedRuns(ctx, order.id);
    await queueSeatCancelledMails(ctx, order.id, released);
    cancelled = await cancelConfirmedSeats(ctx, order.id, released);
    // Seats that the buyer cancelled were free already.
    if (cancelled.length === 0) cancelled = await readCancelledSeatRuns(ctx, seatIds);
  }
  const next: OrderStatus = isFull ? "refunded" : "partially_refunded";
  const status = mayMove(order.status, next) ? await moveOrder(ctx, order, next, refund.reason) : order.status;
  return { status, cancelled };
}

/**
 * Records a refund that has happened, with seats, order, emails and credit note. A refund of a payment that bought
 * nothing leaves its order unchanged. `sums`: paid and refunded according to the provider or bank; null for an unknown
 * payment. Callers hold the order lock.
 */
export async function recordRefund(
  ctx: Ctx,
  locked: LockedPayment,
  refund: Refund,
  amountHalalas: number,
  sums: { amountHalalas: number; refundedHalalas: number } | null,
): Promise<OrderStatus> {
  const { order, payment } = locked;
  const bookedAmount = amountHalalas > 0 ? { amountHalalas } : {};
  await ctx.db
    .update(refunds)
    .set({ status: "done", doneAt: ctx.now(), problem: null, ...bookedAmount })
    .where(eq(refunds.id, refund.id));
  await audit(ctx, {
    action: refund.reason === atProviderReason ? "refund.recorded-from-provider" : "refund.done",
    entity: "order",
    entityId: order.id,
    after: { refundId: refund.id, amountHalalas, reason: refund.reason },
    personal: personalReason(order, refund.reason),
  });
  const { bookedHalalas } = await refundsSoFar(ctx, payment.id);
  await ctx.db
    .update(payments)
    .set({
      status: bookedHalalas >= (sums?.amountHalalas ?? 0) ? "refunded" : "partially_refunded",
      refundedHalalas: sums?.refundedHalalas ?? 0,
      updatedAt: ctx.now(),
      checkAt: null,
    })
    .where(eq(payments.id, payment.id));
  const { status, cancelled } =
    payment.settledAt === null ? { status: order.status, cancelled: [] } : await releaseOrder(ctx, locked, refund);
  if (amountHalalas > 0) {
    await queueOrderMail(ctx, "payment-refunded", order.id, {
      refundId: refund.id,
      reason: refund.reason,
      refundedHalalas: amountHalalas,
      method: payment.method,
      ...(payment.settledAt === null && { unusedPayment: payment }),
    });
  }
  // Done last, because it locks the document counter and the next sale waits for that.
  if (amountHalalas > 0 && payment.settledAt !== null)
    await issueCreditNote(ctx, { id: refund.id, orderId: order.id, amountHalalas, reason: refund.reason, cancelled });
  return status;
}

/**
 * Records refunds made at the provider without us, but only while none of our own are pending, because they could not
 * be distinguished. A refund of this amount that was left to a person counts as done.
 */
export async function recordExternalRefund(
  ctx: Ctx,
  locked: LockedPayment,
  reported: ProviderPayment,
): Promise<OrderStatus> {
  const { order, payment } = locked;
  const { bookedHalalas, waiting } = await refundsSoFar(ctx, payment.id);
  const amountHalalas = refundedHalalas(reported) - bookedHalalas;
  if (waiting || amountHalalas <= 0) return order.status;
  const [left] = await ctx.db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payment.id),
        eq(refunds.status, "needs-person"),
        eq(refunds.amountHalalas, amountHalalas),
      ),
    )
    .orderBy(refunds.id)
    .limit(1);
  const refund = left ?? (await writeRefund(ctx, payment, { amountHalalas, reason: atProviderReason, key: null }));
  if (!refund) throw new Error("A refund was not written");
  return recordRefund(ctx, locked, refund, amountHalalas, toReportedSums(reported));
}

/**
 * Records that a person has paid a refund by hand, with all effects of a refund. Does not contact the provider.
 * Idempotent. Requires `orders.resolve` and a fresh sign-in. Throws Unauthenticated, Forbidden, FreshSignInRequired,
 * NotFound, Conflict (the site still tries to refund it).
 */
export async function recordRefundByHand(ctx: Ctx, { refundId }: { refundId: number }): Promise<void> {
  requirePermission(ctx, "orders.resolve");
  requireFreshSignIn(ctx);
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select({ id: refunds.paymentId }).from(refunds).where(eq(refunds.id, refundId));
    const locked = row && (await lockPayment(ctx, row.id));
    if (!locked) throw noSuchRecord(ctx);
    const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, refundId));
    if (!refund || refund.status === "done") return;
    if (refund.status !== "needs-person") throw new Conflict(m.payments_refund_not_by_hand({}, { locale: ctx.locale }));
    const { amountHalalas, refundedHalalas } = locked.payment;
    const sums = { amountHalalas, refundedHalalas: refundedHalalas + refund.amountHalalas };
    await recordRefund(ctx, locked, refund, refund.amountHalalas, sums);
  });
}

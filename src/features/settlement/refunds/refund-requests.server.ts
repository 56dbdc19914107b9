import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { personalReason } from "#features/orders/move-order.server.ts";
import type { PaymentMethod } from "#features/payments/payment-rules.ts";
import type { OwnReason } from "#features/payments/refund-rules.ts";
import { refunds } from "#features/payments/tables.server.ts";

export interface RefundRequest {
  amountHalalas: number;
  reason: string;
  runIds?: number[];
  seatIds?: number[];
  key: string | null;
}

/**
 * Writes a refund, which a job (card) or a person (transfer) pays later. Written once per key and payment; resolves
 * with null when it exists already.
 */
export async function writeRefund(
  ctx: Ctx,
  payment: { id: string; method: PaymentMethod },
  { amountHalalas, reason, runIds = [], seatIds = [], key }: RefundRequest,
): Promise<typeof refunds.$inferSelect | null> {
  const isManual = payment.method !== "card";
  const [written] = await ctx.db
    .insert(refunds)
    .values({
      paymentId: payment.id,
      amountHalalas,
      reason,
      runIds,
      seatIds,
      key,
      createdAt: ctx.now(),
      ...(isManual && { status: "needs-person", problem: "pay-back-by-hand" }),
    })
    .onConflictDoNothing()
    .returning();
  if (written && isManual)
    ctx.log.warn({ refund_id: written.id, payment_id: payment.id }, "a transfer has to be paid back by hand");
  return written ?? null;
}

/** Writes a refund with `writeRefund`, and an audit entry for the person who decided it, or for the site itself. */
export async function decideRefund(
  ctx: Ctx,
  order: { id: number; userId: string },
  payment: { id: string; method: PaymentMethod },
  request: RefundRequest,
  action: "refund.requested" | "refund.decided" = "refund.decided",
): Promise<typeof refunds.$inferSelect | null> {
  const written = await writeRefund(ctx, payment, request);
  if (!written) return null;
  const { id: refundId, amountHalalas, reason, runIds, seatIds } = written;
  await audit(ctx, {
    action,
    entity: "order",
    entityId: order.id,
    after: {
      refundId,
      amountHalalas,
      reason,
      ...(runIds.length > 0 && { runIds }),
      ...(seatIds.length > 0 && { seatIds }),
    },
    personal: personalReason(order, reason),
  });
  return written;
}

/** Writes a refund of a payment's whole amount, once per reason. */
export async function requestRefund(
  ctx: Ctx,
  order: { id: number; userId: string },
  payment: { id: string; method: PaymentMethod; amountHalalas: number },
  reason: OwnReason,
): Promise<void> {
  const { amountHalalas } = payment;
  await decideRefund(ctx, order, payment, { amountHalalas, reason, key: `${reason}:${payment.id}` });
}

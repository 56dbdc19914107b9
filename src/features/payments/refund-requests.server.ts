import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { personalReason } from "#features/orders/move-order.server.ts";
import type { PaymentMethod } from "./payment-rules.ts";
import type { OwnReason } from "./refund-rules.ts";
import { refunds } from "./tables.server.ts";

export interface RefundRequest {
  amountHalalas: number;
  reason: string;
  runIds?: number[];
  key: string | null;
}

/**
 * Writes down that money of a payment goes back, inside the transaction that decides it; the same key of the same payment once. A job sends
 * what was paid by card. The bank's transfers are paid back by a person, who records it with `recordTransferRefund`. Null when it
 * was written before.
 */
export async function writeRefund(
  ctx: Ctx,
  payment: { id: string; method: PaymentMethod },
  { amountHalalas, reason, runIds = [], key }: RefundRequest,
): Promise<typeof refunds.$inferSelect | null> {
  const byHand = payment.method !== "card";
  const [written] = await ctx.db
    .insert(refunds)
    .values({
      paymentId: payment.id,
      amountHalalas,
      reason,
      runIds,
      key,
      createdAt: ctx.now(),
      ...(byHand && { status: "needs-person", problem: "pay-back-by-hand" }),
    })
    .onConflictDoNothing()
    .returning();
  if (written && byHand)
    ctx.log.warn({ refund_id: written.id, payment_id: payment.id }, "a transfer has to be paid back by hand");
  return written ?? null;
}

/** `writeRefund`, with the decision in the audit log: that of a person who asked for it, or of the site. */
export async function decideRefund(
  ctx: Ctx,
  order: { id: number; userId: string },
  payment: { id: string; method: PaymentMethod },
  request: RefundRequest,
  action: "refund.requested" | "refund.decided" = "refund.decided",
): Promise<typeof refunds.$inferSelect | null> {
  const written = await writeRefund(ctx, payment, request);
  if (!written) return null;
  const { id: refundId, amountHalalas, reason, runIds } = written;
  await audit(ctx, {
    action,
    entity: "order",
    entityId: order.id,
    after: { refundId, amountHalalas, reason, ...(runIds.length > 0 && { runIds }) },
    personal: personalReason(order, reason),
  });
  return written;
}

/** Decides that a payment's whole amount goes back. Once per reason. */
export async function requestRefund(
  ctx: Ctx,
  order: { id: number; userId: string },
  payment: { id: string; method: PaymentMethod; amountHalalas: number },
  reason: OwnReason,
): Promise<void> {
  const { amountHalalas } = payment;
  await decideRefund(ctx, order, payment, { amountHalalas, reason, key: `${reason}:${payment.id}` });
}

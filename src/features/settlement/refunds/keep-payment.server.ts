import { paidStatuses } from "#features/orders/order-states.ts";
import { and, count, eq, inArray, min } from "drizzle-orm";
import { lockOrder } from "#features/payments/locked-order.server.ts";
import { isRefundDueSql, settleRefundDue } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";

interface KeepInput {
  orderId: number;
  /** `enrolment.id`. */
  seatId: number;
  /** Reason that the member of staff wrote, for the audit log. */
  reason: string;
}

/**
 * Records the decision not to refund a seat that staff cancelled; the alternative is to refund the seat. Throws
 * Unauthenticated, Forbidden, NotFound, Conflict (the seat does not wait for a decision).
 */
export async function keepPayment(ctx: Ctx, { orderId, seatId, reason }: KeepInput): Promise<void> {
  requirePermission(ctx, keepPayment.permission);
  await inTransaction(ctx, async (ctx) => {
    const locked = await lockOrder(ctx, { orderId });
    if (!locked) throw noSuchRecord(ctx);
    const settled = await settleRefundDue(ctx, orderId, { runIds: [], seatIds: [seatId] });
    if (settled.length === 0) throw new Conflict(m.refunds_not_due({}, { locale: ctx.locale }));
    await ctx.db.update(enrolments).set({ paymentKeptAt: ctx.now() }).where(inArray(enrolments.id, settled));
    await audit(ctx, {
      action: "seat.payment-kept",
      entity: "order",
      entityId: orderId,
      after: { seatId, reason },
      personal: { of: locked.order.userId, paths: ["after.reason"] },
    });
  });
}
keepPayment.permission = "orders.refund" as const;

/** Selects orders with seats cancelled without a refund that finance has to decide about. */
export const ordersWithRefundDueSql = (ctx: Ctx) =>
  ctx.db
    .select({ id: enrolments.orderId })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(and(isRefundDueSql, inArray(orders.status, paidStatuses)));

/**
 * Counts the seats that wait for this decision; `oldestAt` is since when the first one waits. Throws Unauthenticated,
 * Forbidden.
 */
export async function countRefundsDue(ctx: Ctx): Promise<{ seats: number; oldestAt: Date | null }> {
  requirePermission(ctx, keepPayment.permission);
  const [row] = await ctx.db
    .select({ seats: count(), oldestAt: min(enrolments.refundDueAt) })
    .from(enrolments)
    .where(and(isRefundDueSql, inArray(enrolments.orderId, ordersWithRefundDueSql(ctx))));
  return row ?? { seats: 0, oldestAt: null };
}

import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import type { PaymentMethod } from "#features/payments/payment-rules.ts";
import type { Refundable } from "#features/payments/refund-rules.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";

export interface SettledPayment extends Refundable {
  orderId: number;
  method: PaymentMethod;
}

/** Newest first, of orders that still hold money. Refunds left to a person count as done: their outcome is unknown. */
export async function settledPaymentsOf(ctx: Ctx, orderIds: number[]): Promise<Map<number, SettledPayment[]>> {
  const returning = ctx.db
    .select({ halalas: sql`coalesce(sum(${refunds.amountHalalas}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.paymentId, payments.id));
  const { id, orderId, method, amountHalalas } = payments;
  const rows = await ctx.db
    .select({ id, orderId, method, leftHalalas: sql<number>`${amountHalalas} - ${returning}` })
    .from(payments)
    .where(and(inArray(orderId, orderIds), isNotNull(payments.settledAt)))
    .orderBy(orderId, desc(payments.number));
  return Map.groupBy(
    rows.filter(({ leftHalalas }) => leftHalalas > 0),
    (payment) => payment.orderId,
  );
}

import { and, eq, isNotNull, ne, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { orders } from "#features/orders/tables.server.ts";
import type { Discrepancy } from "#features/payments/discrepancies.server.ts";
import { readSettledPayments } from "#features/payments/locked-order.server.ts";
import { isRefundDueSql, isValueKeptSql } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { readKept } from "#features/settlement/refunds/kept.server.ts";
import type { Ctx } from "#platform/context.server.ts";

/**
 * Finds orders that paid the difference to a dearer date, but whose seats have all ended, and whose money staff have
 * neither refunded nor decided to keep. This happens when staff refund only the order that bought the seats.
 */
export async function differencesWithoutSeat(ctx: Ctx): Promise<Discrepancy[]> {
  const { state, differenceIds, paymentKeptAt } = enrolments;
  const hasSeat = sql`exists ${ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.orderId, orders.differenceOf),
        sql`${differenceIds} @> to_jsonb(${orders.id})`,
        or(eq(state, "confirmed"), isValueKeptSql, isRefundDueSql, isNotNull(paymentKeptAt)),
      ),
    )}`;
  const origin = alias(orders, "origin");
  // The value of refunded seats cannot pay for another date.
  const isEnded = or(eq(origin.status, "refunded"), not(hasSeat));
  const rows = await ctx.db
    .select({ orderId: orders.id, orderStatus: orders.status })
    .from(orders)
    .innerJoin(origin, eq(origin.id, orders.differenceOf))
    .where(and(isNotNull(orders.paidAt), ne(orders.status, "refunded"), isEnded));
  if (rows.length === 0) return [];
  const ids = rows.map(({ orderId }) => orderId);
  const paymentsByOrder = await readSettledPayments(ctx, ids);
  const keptHalalasByOrder = await readKept(ctx, ids);
  return rows.flatMap(({ orderId, orderStatus }): Discrepancy[] => {
    const payments = paymentsByOrder.get(orderId) ?? [];
    const leftHalalas =
      payments.reduce((sum, payment) => sum + payment.leftHalalas, 0) - (keptHalalasByOrder.get(orderId) ?? 0);
    const payment = payments.find((candidate) => candidate.leftHalalas > 0);
    if (leftHalalas <= 0 || !payment) return [];
    const facts = { amountHalalas: leftHalalas, method: payment.method, orderStatus };
    const detail = `${leftHalalas} halalas of order ${orderId}`;
    return [{ orderId, paymentId: payment.id, kind: "difference-without-seat", detail, facts }];
  });
}

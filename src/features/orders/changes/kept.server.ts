import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import { readSeatPrices } from "#features/orders/refunds/seat-prices.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { keptOf } from "./change-money.ts";
import { orderChanges } from "./tables.server.ts";

/** What was paid for seats that staff cancelled, where finance decided not to refund it. */
async function readKeptPayments(ctx: Ctx, orderIds: number[]): Promise<Map<number, number>> {
  const { orderId, orderLineId, seat, paymentKeptAt } = enrolments;
  const seats = await ctx.db
    .select({ orderId, orderLineId, seat })
    .from(enrolments)
    .where(and(inArray(orderId, orderIds), isNotNull(paymentKeptAt)));
  const kept = new Map<number, number>();
  if (seats.length === 0) return kept;
  const prices = await readSeatPrices(ctx, orderIds);
  for (const one of seats) {
    const paid = prices.get(one.orderLineId)?.[one.seat - 1]?.totalHalalas ?? 0;
    kept.set(one.orderId, (kept.get(one.orderId) ?? 0) + paid);
  }
  return kept;
}

/**
 * What was kept of orders' money, in halalas, by order: by the policy from cancellations of the buyer, and by finance
 * from seats that staff cancelled. It was paid for no seat that is left. Orders of which nothing was kept may be missing.
 */
export async function readKept(ctx: Ctx, orderIds: number[]): Promise<Map<number, number>> {
  const { kind, state, parts } = orderChanges;
  // Those of the order itself, or of the one whose difference it paid.
  const isOf = or(eq(orderChanges.orderId, orders.id), eq(orderChanges.orderId, orders.differenceOf));
  const rows = await ctx.db
    .select({ orderId: orders.id, parts })
    .from(orders)
    .innerJoin(orderChanges, isOf)
    .where(and(inArray(orders.id, orderIds), eq(kind, "cancel"), eq(state, "done")));
  const kept = await readKeptPayments(ctx, orderIds);
  for (const [id, of] of Map.groupBy(rows, (row) => row.orderId)) {
    const parts = of.flatMap((row) => row.parts);
    kept.set(id, (kept.get(id) ?? 0) + keptOf(parts, id));
  }
  return kept;
}

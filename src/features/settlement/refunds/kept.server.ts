import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import { readSeatPrices } from "./seat-prices.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { sumKept } from "./change-parts.ts";
import { orderChanges } from "#features/changes/tables.server.ts";

/**
 * Sums, by order and in halalas, what was paid for seats that staff cancelled and finance decided not to refund: the
 * price of each seat, and the price differences that were paid for it. A price difference is not linked to certain
 * seats of the order that paid it; all of them cost the same except for rounding, so the last seats of its line are
 * counted, as in `readRunRefunds`.
 */
async function readKeptPayments(ctx: Ctx, orderIds: number[]): Promise<Map<number, number>> {
  const { orderId, orderLineId, runId, seat, paymentKeptAt, differenceIds } = enrolments;
  const origins = ctx.db
    .select({ id: orders.differenceOf })
    .from(orders)
    .where(and(inArray(orders.id, orderIds), isNotNull(orders.differenceOf)));
  const seats = await ctx.db
    .select({ orderId, orderLineId, runId, seat, differenceIds })
    .from(enrolments)
    .where(and(or(inArray(orderId, orderIds), inArray(orderId, origins)), isNotNull(paymentKeptAt)))
    .orderBy(enrolments.id);
  const keptHalalas = new Map<number, number>();
  if (seats.length === 0) return keptHalalas;
  const prices = await readSeatPrices(ctx, orderIds);
  const lines = await ctx.db
    .select({ id: orderLines.id, orderId: orderLines.orderId, runId: orderLines.runId })
    .from(orderLines)
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(orderLines.id);
  const seatsByRun = Map.groupBy(
    lines.flatMap((line) => (prices.get(line.id) ?? []).map((price) => ({ ...line, ...price }))),
    (pricedSeat) => `${pricedSeat.orderId} ${pricedSeat.runId}`,
  );
  const add = (id: number, halalas: number) => keptHalalas.set(id, (keptHalalas.get(id) ?? 0) + halalas);
  for (const seat of seats) {
    if (orderIds.includes(seat.orderId))
      add(seat.orderId, prices.get(seat.orderLineId)?.[seat.seat - 1]?.totalHalalas ?? 0);
    for (const id of seat.differenceIds) {
      const pricedSeat = seatsByRun.get(`${id} ${seat.runId}`)?.pop();
      if (pricedSeat) add(id, pricedSeat.totalHalalas);
    }
  }
  return keptHalalas;
}

/**
 * Sums, by order and in halalas, the money that we kept: by the policy when buyers cancelled, and by finance's decision
 * for seats that staff cancelled. This money did not pay for any of the remaining seats. Orders of which nothing was
 * kept may be missing.
 */
export async function readKept(ctx: Ctx, orderIds: number[]): Promise<Map<number, number>> {
  const { kind, state, parts } = orderChanges;
  // Changes of the order itself, or of the order whose price difference it paid.
  const joinCondition = or(eq(orderChanges.orderId, orders.id), eq(orderChanges.orderId, orders.differenceOf));
  const rows = await ctx.db
    .select({ orderId: orders.id, parts })
    .from(orders)
    .innerJoin(orderChanges, joinCondition)
    .where(and(inArray(orders.id, orderIds), eq(kind, "cancel"), eq(state, "done")));
  const keptHalalasByOrder = await readKeptPayments(ctx, orderIds);
  for (const [id, orderRows] of Map.groupBy(rows, (row) => row.orderId)) {
    const parts = orderRows.flatMap((row) => row.parts);
    keptHalalasByOrder.set(id, (keptHalalasByOrder.get(id) ?? 0) + sumKept(parts, id));
  }
  return keptHalalasByOrder;
}

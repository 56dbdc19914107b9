import { eq, inArray } from "drizzle-orm";
import { lineNet, taxOn } from "#features/orders/pricing.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { seatPrices, type SeatPrice } from "./seat-prices.ts";

/** Reads seat prices of orders by line id. The price of a seat is at index `seat - 1`. */
export async function readSeatPrices(ctx: Ctx, orderIds: number[]): Promise<Map<number, SeatPrice[]>> {
  const { taxPercent, taxHalalas, subTotalHalalas } = orders;
  const rows = await ctx.db
    .select({ line: orderLines, order: { taxPercent, taxHalalas, subTotalHalalas } })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(orderLines.id);
  const prices = new Map<number, SeatPrice[]>();
  for (const lines of Map.groupBy(rows, ({ line }) => line.orderId).values()) {
    const [first] = lines;
    if (!first) continue;
    const { order } = first;
    const netHalalas = lines.reduce((sum, { line }) => sum + lineNet(line), 0);
    // Seats that moved to a cheaper date cost less than was ordered.
    const isAsOrdered = netHalalas === order.subTotalHalalas;
    const pricesByLine = seatPrices(
      lines.map(({ line }) => line),
      isAsOrdered ? order : { ...order, taxHalalas: taxOn(netHalalas, order.taxPercent) },
    );
    for (const [at, { line }] of lines.entries()) prices.set(line.id, pricesByLine[at] ?? []);
  }
  return prices;
}

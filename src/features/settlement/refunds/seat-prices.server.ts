import { eq, inArray } from "drizzle-orm";
import { lineNet, taxOn } from "#features/orders/pricing.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { seatPrices, type SeatPrice } from "./seat-prices.ts";

/** Reads the prices of the seats of orders, by id of the line. The price of a seat is at index `seat - 1`. */
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
    // After a move to a cheaper date the lines cost less than the order's subtotal.
    const isAsOrdered = netHalalas === order.subTotalHalalas;
    const pricesByLine = seatPrices(
      lines.map(({ line }) => line),
      isAsOrdered ? order : { ...order, taxHalalas: taxOn(netHalalas, order.taxPercent) },
    );
    for (const [index, { line }] of lines.entries()) prices.set(line.id, pricesByLine[index] ?? []);
  }
  return prices;
}

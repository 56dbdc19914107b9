import { and, eq, inArray, or } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { keptOf } from "./change-money.ts";
import { orderChanges } from "./tables.server.ts";

/**
 * What cancellations by the policy have kept of orders' money, in halalas, by order: it was paid for no seat that is
 * left. Orders of which nothing was kept may be missing.
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
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return new Map(
    [...byOrder].map(([id, of]) => [
      id,
      keptOf(
        of.flatMap((row) => row.parts),
        id,
      ),
    ]),
  );
}

import { and, eq, or } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { keptOf } from "./change-money.ts";
import { orderChanges } from "./tables.server.ts";

/** What cancellations by the policy have kept of an order's money, in halalas: it was paid for no seat that is left. */
export async function readKept(ctx: Ctx, orderId: number): Promise<number> {
  const { kind, state, parts } = orderChanges;
  // Those of the order itself, or of the one whose difference it paid.
  const isOf = or(eq(orderChanges.orderId, orders.id), eq(orderChanges.orderId, orders.differenceOf));
  const rows = await ctx.db
    .select({ parts })
    .from(orders)
    .innerJoin(orderChanges, isOf)
    .where(and(eq(orders.id, orderId), eq(kind, "cancel"), eq(state, "done")));
  return keptOf(
    rows.flatMap((row) => row.parts),
    orderId,
  );
}

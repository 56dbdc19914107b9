import { eq } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { mayMove, type OrderStatus } from "./order-states.ts";
import { orders } from "./tables.server.ts";

/** Moves a locked order. Throws when the table of states does not allow it. */
export async function moveOrder(
  ctx: Ctx,
  order: { id: number; status: OrderStatus },
  status: OrderStatus,
  reason: string | null,
): Promise<OrderStatus> {
  if (!mayMove(order.status, status)) throw new Error(`Order ${order.id} may not go from ${order.status} to ${status}`);
  await ctx.db
    .update(orders)
    .set({ status, reason, ...(status === "paid" ? { paidAt: ctx.now() } : {}) })
    .where(eq(orders.id, order.id));
  return status;
}

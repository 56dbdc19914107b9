import { and, eq } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { orders } from "./tables.server.ts";

/** Reads an order of the caller. Throws Unauthenticated, NotFound (also for another buyer's order). */
export async function requireOwnOrder(ctx: Ctx, orderId: number): Promise<{ paid: boolean }> {
  const viewer = requireViewer(ctx);
  const [row] = await ctx.db
    .select({ paidAt: orders.paidAt })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, viewer.id)));
  if (!row) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  return { paid: row.paidAt !== null };
}

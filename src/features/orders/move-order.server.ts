import { eq } from "drizzle-orm";
import { audit, type AuditEntry } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { mayMove, type OrderStatus } from "./order-states.ts";
import { orders } from "./tables.server.ts";

/** Marks a reason as the buyer's personal data if a person wrote it, which means that it is not one of our codes. */
export const personalReason = (order: { userId: string }, reason: string | null): AuditEntry["personal"] =>
  reason === null || /^[a-z]+(-[a-z]+)*$/.test(reason) ? undefined : { of: order.userId, paths: ["after.reason"] };

/** Moves a locked order to another state and audits it. Throws when `mayMove` does not allow it. */
export async function moveOrder(
  ctx: Ctx,
  order: { id: number; userId: string; status: OrderStatus },
  status: OrderStatus,
  reason: string | null,
): Promise<OrderStatus> {
  if (!mayMove(order.status, status)) throw new Error(`Order ${order.id} may not go from ${order.status} to ${status}`);
  await ctx.db
    .update(orders)
    .set({ status, reason, ...(status === "paid" ? { paidAt: ctx.now() } : {}) })
    .where(eq(orders.id, order.id));
  await audit(ctx, {
    action: `order.${status}`,
    entity: "order",
    entityId: order.id,
    before: { status: order.status },
    after: { status, reason },
    personal: personalReason(order, reason),
  });
  return status;
}

export async function auditExpired(ctx: Ctx, expiredOrders: { id: number }[], reason: string): Promise<void> {
  const change = { before: { status: "pending" }, after: { status: "expired", reason } };
  await audit(
    ctx,
    ...expiredOrders.map(({ id }) => ({ action: "order.expired", entity: "order", entityId: id, ...change })),
  );
}

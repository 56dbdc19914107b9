import { eq } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { mayMove, type OrderStatus } from "./order-states.ts";
import type { ExpectedPayment } from "./payment-rules.ts";
import { orders, paymentAttempts } from "./tables.server.ts";

export interface LockedOrder {
  order: typeof orders.$inferSelect;
  attempt: typeof paymentAttempts.$inferSelect;
}

/** Locks an order until the transaction ends, found by itself or by its attempt. Null when there is none. */
export async function lockOrder(ctx: Ctx, by: { attemptId: string } | { orderId: number }): Promise<LockedOrder | null> {
  const [found] = await ctx.db
    .select({ order: orders, attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where("orderId" in by ? eq(orders.id, by.orderId) : eq(paymentAttempts.id, by.attemptId))
    .for("update", { of: orders });
  return found ?? null;
}

/** Moves a locked order. Throws when the table of states does not allow it. */
export async function moveOrder(ctx: Ctx, order: LockedOrder["order"], status: OrderStatus, reason: string | null): Promise<OrderStatus> {
  if (!mayMove(order.status, status)) throw new Error(`Order ${order.id} may not go from ${order.status} to ${status}`);
  await ctx.db.update(orders).set({ status, reason, ...(status === "paid" ? { paidAt: ctx.now() } : {}) }).where(eq(orders.id, order.id));
  return status;
}

/** What the provider has to say of an attempt's payment for it to be the one we asked for. */
export const expectedOf = ({ order, attempt }: LockedOrder): ExpectedPayment => ({ attemptId: attempt.id, orderId: order.id, amountHalalas: attempt.amountHalalas, currency: attempt.currency });

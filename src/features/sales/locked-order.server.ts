import { eq } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { mayMove, type OrderStatus } from "./order-states.ts";
import type { ExpectedPayment } from "./payment-rules.ts";
import { orders, paymentAttempts } from "./tables.server.ts";

/** What deciding about an order needs to know of it and of its payment. */
export interface LockedOrder {
  order: { id: number; status: OrderStatus; expiresAt: Date };
  attempt: { id: string; amountHalalas: number; currency: string; refundedHalalas: number; checks: number };
}

/** Locks an order until the transaction ends, found by itself or by its attempt. Null when there is none. */
export async function lockOrder(
  ctx: Ctx,
  by: { attemptId: string } | { orderId: number },
): Promise<LockedOrder | null> {
  const { id, amountHalalas, currency, refundedHalalas, checks } = paymentAttempts;
  const [found] = await ctx.db
    .select({
      order: { id: orders.id, status: orders.status, expiresAt: orders.expiresAt },
      attempt: { id, amountHalalas, currency, refundedHalalas, checks },
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where("orderId" in by ? eq(orders.id, by.orderId) : eq(id, by.attemptId))
    .for("update", { of: orders });
  return found ?? null;
}

/** Moves a locked order. Throws when the table of states does not allow it. */
export async function moveOrder(
  ctx: Ctx,
  order: LockedOrder["order"],
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

/** What the provider has to say of an attempt's payment for it to be the one we asked for. */
export const expectedOf = ({ order, attempt }: LockedOrder): ExpectedPayment => ({
  attemptId: attempt.id,
  orderId: order.id,
  amountHalalas: attempt.amountHalalas,
  currency: attempt.currency,
});

import { eq } from "drizzle-orm";
import { lockOrders } from "#features/orders/locks.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { orders } from "#features/orders/tables.server.ts";
import type { ExpectedPayment } from "./payment-rules.ts";
import { paymentAttempts } from "./tables.server.ts";

/** What deciding about an order needs to know of it and of its payment. */
export interface LockedOrder {
  order: { id: number; userId: string; status: OrderStatus; expiresAt: Date };
  attempt: { id: string; amountHalalas: number; currency: string; refundedHalalas: number; checks: number };
}

/** Locks an order until the transaction ends, found by itself or by its attempt. Null when there is none. */
export async function lockOrder(
  ctx: Ctx,
  by: { attemptId: string } | { orderId: number },
): Promise<LockedOrder | null> {
  const { id, amountHalalas, currency, refundedHalalas, checks } = paymentAttempts;
  const query = ctx.db
    .select({
      order: { id: orders.id, userId: orders.userId, status: orders.status, expiresAt: orders.expiresAt },
      attempt: { id, amountHalalas, currency, refundedHalalas, checks },
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where("orderId" in by ? eq(orders.id, by.orderId) : eq(id, by.attemptId));
  const [found] = await lockOrders(query.$dynamic());
  return found ?? null;
}

/** What the provider has to say of an attempt's payment for it to be the one we asked for. */
export const expectedOf = ({ order, attempt }: LockedOrder): ExpectedPayment => ({
  attemptId: attempt.id,
  orderId: order.id,
  amountHalalas: attempt.amountHalalas,
  currency: attempt.currency,
});

import { eq } from "drizzle-orm";
import { audit, type AuditEntry } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { mayMove, type OrderStatus } from "./order-states.ts";
import type { ExpectedPayment } from "./payment-rules.ts";
import { orders, paymentAttempts } from "./tables.server.ts";

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
  const [found] = await ctx.db
    .select({
      order: { id: orders.id, userId: orders.userId, status: orders.status, expiresAt: orders.expiresAt },
      attempt: { id, amountHalalas, currency, refundedHalalas, checks },
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where("orderId" in by ? eq(orders.id, by.orderId) : eq(id, by.attemptId))
    .for("update", { of: orders });
  return found ?? null;
}

/** Which fields of an audit event are what a person wrote about the buyer: a reason that is none of our own codes. */
export const personalReason = (order: { userId: string }, reason: string | null): AuditEntry["personal"] =>
  reason === null || /^[a-z]+(-[a-z]+)*$/.test(reason) ? undefined : { of: order.userId, paths: ["after.reason"] };

/** Moves a locked order, and writes it to the audit log. Throws when the table of states does not allow it. */
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

/** Writes to the audit log that pending orders were ended all at once. */
export async function auditExpired(ctx: Ctx, ended: { id: number }[], reason: string): Promise<void> {
  const change = { before: { status: "pending" }, after: { status: "expired", reason } };
  await audit(ctx, ...ended.map(({ id }) => ({ action: "order.expired", entity: "order", entityId: id, ...change })));
}

/** What the provider has to say of an attempt's payment for it to be the one we asked for. */
export const expectedOf = ({ order, attempt }: LockedOrder): ExpectedPayment => ({
  attemptId: attempt.id,
  orderId: order.id,
  amountHalalas: attempt.amountHalalas,
  currency: attempt.currency,
});

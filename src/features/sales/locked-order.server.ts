import { eq, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { mayMove, type OrderStatus } from "./order-states.ts";
import type { ExpectedPayment } from "./payment-rules.ts";
import { orders } from "./tables.server.ts";

/** What deciding about an order needs to know of it and of its payment. */
export interface LockedOrder {
  order: { id: number; status: OrderStatus; expiresAt: Date };
  attempt: { id: string; amountHalalas: number; currency: string; refundedHalalas: number; checks: number };
}

export type OrderLockRow = LockedOrder["attempt"] & { orderId: number; status: OrderStatus; expiresAt: string | Date };
type OrderBy = { attemptId: string } | { orderId: number };

/** Locks an order until the transaction ends, found by itself or by its attempt; answers an `OrderLockRow`. */
export const orderLock = (by: OrderBy): SQL => sql`
  select o.id as "orderId", o.status, o.expires_at as "expiresAt", a.id, a.amount_halalas as "amountHalalas", a.currency, a.refunded_halalas as "refundedHalalas", a.checks
  from payment_attempt a join "order" o on o.id = a.order_id where ${"orderId" in by ? sql`o.id = ${by.orderId}` : sql`a.id = ${by.attemptId}`} for update of o`;

/** What `orderLock` has locked. Null when there is no such order. */
export function lockedOrder([found]: OrderLockRow[]): LockedOrder | null {
  if (!found) return null;
  const { orderId, status, expiresAt, ...attempt } = found;
  return { order: { id: orderId, status, expiresAt: new Date(expiresAt) }, attempt };
}

/** Locks an order until the transaction ends. Null when there is none. */
export async function lockOrder(ctx: Ctx, by: OrderBy): Promise<LockedOrder | null> {
  const { rows } = await ctx.db.execute(orderLock(by));
  return lockedOrder(rows as unknown as OrderLockRow[]);
}

/** Moves a locked order. Throws when the table of states does not allow it. */
export async function moveOrder(ctx: Ctx, order: LockedOrder["order"], status: OrderStatus, reason: string | null): Promise<OrderStatus> {
  if (!mayMove(order.status, status)) throw new Error(`Order ${order.id} may not go from ${order.status} to ${status}`);
  await ctx.db.update(orders).set({ status, reason, ...(status === "paid" ? { paidAt: ctx.now() } : {}) }).where(eq(orders.id, order.id));
  return status;
}

/** What the provider has to say of an attempt's payment for it to be the one we asked for. */
export const expectedOf = ({ order, attempt }: LockedOrder): ExpectedPayment => ({ attemptId: attempt.id, orderId: order.id, amountHalalas: attempt.amountHalalas, currency: attempt.currency });

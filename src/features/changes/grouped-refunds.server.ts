/**
 * A decision about a change may refund several orders. Each has its own refund request; all are approved or declined
 * together.
 */
import { and, asc, eq, inArray, like, sql } from "drizzle-orm";
import { alias, type AnyPgColumn } from "drizzle-orm/pg-core";
import { orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { refundRequests, type RefundRequest } from "./approval-tables.server.ts";

/**
 * Builds the key of a decision's refunds. `declinedCount` is the number of earlier decisions whose refunds were
 * declined.
 */
export const buildRefundKey = (changeId: number, declinedCount: number): string =>
  `change-${changeId}-${declinedCount}`;

/** Matches keys of `buildRefundKey`, in JavaScript and in PostgreSQL. */
const refundKey = "^change-(\\d{1,9})-\\d+$";

/** Reads the id of the change whose decision requested this refund; null for other refunds. */
export const parseRefundKey = (key: string): number | null => {
  const [, id] = new RegExp(refundKey).exec(key) ?? [];
  return id === undefined ? null : Number(id);
};

/**
 * Matches refund requests of this change by key. Callers also restrict the orders, because staff could send such a key
 * too.
 */
export const hasChangeKeySql = (changeId: number) => like(refundRequests.key, `change-${changeId}-%`);

/** Selects the order that bought the seats, also for an order that paid its price difference. */
const originIdSql = (order: Record<"id" | "differenceOf", AnyPgColumn>) =>
  sql`coalesce(${order.differenceOf}, ${order.id})`;

/**
 * Reads all refund requests of the same decision, oldest first, by the id of each of these requests. Other refunds have
 * no entry.
 */
export async function readRefundGroups(
  ctx: Ctx,
  requests: readonly Pick<RefundRequest, "id" | "key">[],
): Promise<Map<number, RefundRequest[]>> {
  const ids = requests.filter(({ key }) => parseRefundKey(key) !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const part = alias(refundRequests, "part");
  const partOrder = alias(orders, "part_order");
  const rows = await ctx.db
    .select({ id: refundRequests.id, part })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .innerJoin(part, eq(part.key, refundRequests.key))
    .innerJoin(partOrder, and(eq(partOrder.id, part.orderId), eq(originIdSql(partOrder), originIdSql(orders))))
    .where(inArray(refundRequests.id, ids))
    .orderBy(asc(part.id));
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, group]) => [id, group.map((row) => row.part)]));
}

/** Selects orders with a waiting refund. Of the orders of one decision, it selects only the first. */
export function firstWaitingOrdersSql(ctx: Ctx) {
  const { orderId, key, state } = refundRequests;
  const purchase = sql`case when ${key} ~ ${refundKey} then ${originIdSql(orders)} else ${orders.id} end`;
  return ctx.db
    .select({ id: sql<number>`min(${orderId})`.as("first_order") })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(eq(state, "waiting"))
    .groupBy(purchase, key);
}

/**
 * The locks of a purchase. Every transaction takes those it needs in this order, to avoid deadlocks:
 *
 * 1. the buyer (`buyerLock`),
 * 2. orders, by id (`lockOrders`),
 * 3. runs, by id (`lockRuns`),
 * 4. networks and companies, whose unpaid seats are limited over several accounts (`lockHolders`),
 * 5. a discount code (`discounts/discounts.server.ts`), then, for some codes, the account (`lockFirstOrder`),
 * 6. the counter of tax documents, by the update that takes its number (invoices/write-document.server.ts).
 *
 * After taking a lock, read what a decision needs in a new statement, to see what the last holder committed.
 */
import { eq, inArray, or, sql, type SQLWrapper } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { requireTransaction, type Ctx } from "#platform/context.server.ts";
import { orderLines, orders } from "./tables.server.ts";

/** Serialises the requests of one buyer. */
export const buyerLock = (userId: string) => ({ advisoryLock: `checkout:${userId}` });

/** Serialised per account, because a late payment does not hold the buyer lock. */
export async function lockFirstOrder(ctx: Ctx, userId: string): Promise<void> {
  const { db } = requireTransaction(ctx);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`first-order:${userId}`}, 0))`);
}

/** Locks the orders of a query (with `$dynamic()`) until the transaction ends, in the order of their ids. */
export function lockOrders<Query extends PgSelect>(ctx: Ctx, query: Query) {
  requireTransaction(ctx);
  return query.orderBy(orders.id).for("update", { of: orders });
}

/** Locks runs until the transaction ends, in the order of their ids. */
export async function lockRuns(ctx: Ctx, runIds: number[] | SQLWrapper): Promise<void> {
  const { id } = courseRuns;
  const { db } = requireTransaction(ctx);
  await db.select({ id }).from(courseRuns).where(inArray(id, runIds)).orderBy(id).for("update");
}

/** Locks these keys until the transaction ends, which serialises checks of limits over several accounts. */
export async function lockHolders(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const { db } = requireTransaction(ctx);
  for (const key of keys.toSorted())
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holder:${key}`}, 0))`);
}

/** Selects an order together with the order whose price difference it pays, because both are locked together. */
export const withItsOriginSql = (ctx: Ctx, orderId: number | SQLWrapper) =>
  ctx.db
    .select({ id: sql<number>`unnest(array[${orders.id}, ${orders.differenceOf}])` })
    .from(orders)
    .where(typeof orderId === "number" ? eq(orders.id, orderId) : inArray(orders.id, orderId));

/** Selects an order together with the orders that paid its price differences. */
export function withDifferencesSql(ctx: Ctx, orderId: number | SQLWrapper) {
  const { id, differenceOf } = orders;
  const ids = typeof orderId === "number" ? [orderId] : orderId;
  return ctx.db
    .select({ id })
    .from(orders)
    .where(or(inArray(id, ids), inArray(differenceOf, ids)));
}

/** Locks the runs of a locked order and of its origin, as `lockRuns` does. */
export async function lockOrderRuns(ctx: Ctx, orderId: number): Promise<void> {
  const whereOrder = inArray(orderLines.orderId, withItsOriginSql(ctx, orderId));
  await lockRuns(ctx, ctx.db.select({ id: orderLines.runId }).from(orderLines).where(whereOrder));
}

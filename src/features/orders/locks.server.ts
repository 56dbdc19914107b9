/**
 * The locks of a purchase. Every transaction takes those it needs in this order, so that no two of them wait for each other for
 * ever:
 *
 * 1. the buyer (`buyerLock`),
 * 2. orders, by id (`lockOrders`),
 * 3. runs, by id (`lockRuns`),
 * 4. the counter of tax documents, by the update that takes its number (invoicing/write-document.server.ts).
 *
 * What a decision needs is read after the lock, by a statement of its own: only then it sees what the last holder committed.
 */
import { eq, inArray, type SQLWrapper } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/schedule/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { orderLines, orders } from "./tables.server.ts";

/** For `inTransaction`: submits of one buyer wait for each other. */
export const buyerLock = (userId: string) => ({ advisoryLock: `checkout:${userId}` });

/** Runs a query of orders (with `$dynamic()`) and locks those it finds until the transaction ends, in the order of their ids. */
export function lockOrders<Query extends PgSelect>(query: Query) {
  return query.orderBy(orders.id).for("update", { of: orders });
}

/** Locks runs until the transaction ends, in the order of their ids, so that two carts never wait for each other. */
export async function lockRuns(ctx: Ctx, runIds: number[] | SQLWrapper): Promise<void> {
  const { id } = courseRuns;
  await ctx.db.select({ id }).from(courseRuns).where(inArray(id, runIds)).orderBy(id).for("update");
}

/** Locks the runs of an order, as `lockRuns` does; the order is locked. */
export async function lockRunsOfOrder(ctx: Ctx, orderId: number): Promise<void> {
  await lockRuns(ctx, ctx.db.select({ id: orderLines.runId }).from(orderLines).where(eq(orderLines.orderId, orderId)));
}

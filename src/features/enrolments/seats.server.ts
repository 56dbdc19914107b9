import { and, eq, gt, inArray, ne, sql, type SQL } from "drizzle-orm";
import { lockRuns } from "#features/orders/locks.server.ts";
import { auditExpired } from "#features/orders/move-order.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { attendees, seatHolds } from "./tables.server.ts";

/** Seats that are held now, by run; those of the orders that match. */
export async function countHeld(ctx: Ctx, runIds: number[], ofOrders: SQL | undefined): Promise<Map<number, number>> {
  const rows = await ctx.db
    .select({ runId: seatHolds.runId, seats: sql<number>`sum(${seatHolds.qty})::int` })
    .from(seatHolds)
    .innerJoin(orders, eq(orders.id, seatHolds.orderId))
    .where(
      and(inArray(seatHolds.runId, runIds), eq(seatHolds.state, "held"), gt(seatHolds.expiresAt, ctx.now()), ofOrders),
    )
    .groupBy(seatHolds.runId);
  return new Map(rows.map(({ runId, seats }) => [runId, seats]));
}

/** Marks an order's seats and people as sold and counts them. Order and runs are locked. */
export async function sellSeats(ctx: Ctx, orderId: number): Promise<void> {
  const sold = await ctx.db
    .update(seatHolds)
    .set({ state: "sold" })
    .where(and(eq(seatHolds.orderId, orderId), ne(seatHolds.state, "sold")))
    .returning({ runId: seatHolds.runId, qty: seatHolds.qty });
  await ctx.db.update(attendees).set({ state: "confirmed" }).where(eq(attendees.orderId, orderId));
  for (const { runId, qty } of sold) await addSold(ctx, runId, qty);
}

async function addSold(ctx: Ctx, runId: number, qty: number): Promise<void> {
  await ctx.db
    .update(courseRuns)
    .set({ seatsSold: sql`${courseRuns.seatsSold} + ${qty}` })
    .where(eq(courseRuns.id, runId));
}

/** Gives back the seats that orders hold; sold seats stay sold. */
export async function releaseSeats(ctx: Ctx, ...orderIds: number[]): Promise<void> {
  await ctx.db
    .update(seatHolds)
    .set({ state: "released" })
    .where(and(inArray(seatHolds.orderId, orderIds), eq(seatHolds.state, "held")));
}

/**
 * Ends unpaid orders and gives back the seats that they hold; a payment of theirs that still arrives is a late payment. The orders
 * are locked.
 */
export async function endUnpaidOrders(
  ctx: Ctx,
  orderIds: number[],
  reason: "superseded" | "run-cancelled",
): Promise<void> {
  if (orderIds.length === 0) return;
  await releaseSeats(ctx, ...orderIds);
  const ended = await ctx.db
    .update(orders)
    .set({ status: "expired", reason })
    .where(and(inArray(orders.id, orderIds), eq(orders.status, "pending")))
    .returning({ id: orders.id });
  await auditExpired(ctx, ended, reason);
}

/** Locks the runs an order has sold seats of, in the order of their ids, as `lockRuns` does. */
export async function lockSoldRuns(ctx: Ctx, orderId: number): Promise<void> {
  const sold = ctx.db
    .select({ id: seatHolds.runId })
    .from(seatHolds)
    .where(and(eq(seatHolds.orderId, orderId), eq(seatHolds.state, "sold")));
  await lockRuns(ctx, sold);
}

/**
 * Releases sold seats after a refund: all of the order's, or those of some runs. Their attendees lose their seats. The
 * runs are locked.
 */
export async function releaseSoldSeats(ctx: Ctx, orderId: number, runIds: number[] | null): Promise<void> {
  const ofRuns = (column: typeof seatHolds.runId | typeof attendees.runId) => runIds && inArray(column, runIds);
  const returned = await ctx.db
    .update(seatHolds)
    .set({ state: "released" })
    .where(and(eq(seatHolds.orderId, orderId), eq(seatHolds.state, "sold"), ofRuns(seatHolds.runId) ?? undefined))
    .returning({ runId: seatHolds.runId, qty: seatHolds.qty });
  await ctx.db
    .update(attendees)
    .set({ state: "cancelled" })
    .where(and(eq(attendees.orderId, orderId), eq(attendees.state, "confirmed"), ofRuns(attendees.runId) ?? undefined));
  for (const { runId, qty } of returned) await addSold(ctx, runId, -qty);
}

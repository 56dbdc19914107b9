/** Waiting-list functions for checkout, payment and code that frees seats. */
import { and, count, eq, exists, gt, inArray, isNull, ne, sql, type SQL } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { isHeldNowSql } from "./conditions.server.ts";
import { enrolments } from "./tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { waitlistEntries } from "./offer-tables.server.ts";

export const offerJob = "waiting.offer";

/** Counts the seats that are not sold, offered or held. `held`: seats held now. */
export const countUnclaimedSeats = (
  run: { capacity: number; seatsSold: number; seatsOffered: number },
  held: number,
): number => run.capacity - run.seatsSold - run.seatsOffered - held;

/**
 * Queues a job that offers freed seats to the waiting lists of these runs after this transaction. Nobody can buy them
 * before that, because nothing is sold while someone waits. Needs no run lock.
 */
export async function queueSeatOffers(ctx: Ctx, runIds: readonly number[]): Promise<void> {
  if (runIds.length === 0) return;
  const { id, waiting } = courseRuns;
  const runsWithWaitlist = await ctx.db
    .select({ runId: id })
    .from(courseRuns)
    .where(and(inArray(id, [...new Set(runIds)]), gt(waiting, 0)));
  for (const { runId } of runsWithWaitlist) await ctx.jobs.send(ctx.db, offerJob, { runId }, { key: `${runId}` });
}

export interface OwnOffer {
  seats: number;
  endsAt: Date;
}

/** Reads a person's open offers that no order holds yet, by run. */
export async function readOwnOffers(ctx: Ctx, userId: string, runIds: number[]): Promise<Map<number, OwnOffer>> {
  const { runId, seats, offerEndsAt, state, orderId } = waitlistEntries;
  const rows = await ctx.db
    .select({ runId, seats, endsAt: sql<Date>`${offerEndsAt}`.mapWith(offerEndsAt) })
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.userId, userId),
        inArray(runId, runIds),
        eq(state, "offered"),
        isNull(orderId),
        gt(offerEndsAt, ctx.now()),
      ),
    );
  return new Map(rows.map(({ runId, ...offer }) => [runId, offer]));
}

/** Finds an order's runs where its holds have expired and others wait: a late payment must not overtake them. */
export async function runsWithWaitlistAhead(ctx: Ctx, orderId: number, runIds: number[]): Promise<Set<number>> {
  if (runIds.length === 0) return new Set();
  const { runId, state, userId } = waitlistEntries;
  const others = ctx.db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(runId, orderLines.runId), eq(state, "waiting"), ne(userId, orders.userId)));
  const held = ctx.db
    .select({ seats: count() })
    .from(enrolments)
    .where(and(eq(enrolments.orderLineId, orderLines.id), isHeldNowSql(ctx)));
  const rows = await ctx.db
    .select({ runId: orderLines.runId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.orderId, orderId),
        inArray(orderLines.runId, runIds),
        exists(others),
        gt(orderLines.qty, sql`(${held})`),
      ),
    );
  return new Set(rows.map((row) => row.runId));
}

/**
 * Links the buyer's open offers to an order, whose holds keep the seats from now on. Frees offered seats that the order
 * does not take. Callers hold the run locks.
 */
export async function takeOffers(
  ctx: Ctx,
  { userId, orderId, lines }: { userId: string; orderId: number; lines: { runId: number; qty: number }[] },
): Promise<void> {
  for (const { runId, qty } of lines) {
    const { seats, state } = waitlistEntries;
    const entries = await ctx.db
      .update(waitlistEntries)
      .set({ orderId, seats: sql`least(${seats}, ${qty}, 5)` })
      .where(and(eq(waitlistEntries.userId, userId), eq(waitlistEntries.runId, runId), eq(state, "offered")))
      .returning({ runId: waitlistEntries.runId });
    await queueSeatOffers(
      ctx,
      entries.map((entry) => entry.runId),
    );
  }
}

/** Unlinks offers from orders that released their holds, so that the offers keep the seats again until they end. */
export async function returnOffers(ctx: Ctx, orderIds: number[]): Promise<void> {
  const isOfOrders = and(inArray(waitlistEntries.orderId, orderIds), eq(waitlistEntries.state, "offered"));
  await ctx.db.update(waitlistEntries).set({ orderId: null }).where(isOfOrders);
}

/** Whether the buyer of the outer query's order is on the waiting list of one of its runs. Callers lock the order. */
export function hasEntrySql(ctx: Ctx, orderId: number): SQL<boolean> {
  const { id, runId, userId, state } = waitlistEntries;
  const entries = ctx.db
    .select({ id })
    .from(waitlistEntries)
    .innerJoin(orderLines, eq(orderLines.runId, runId))
    .where(and(eq(orderLines.orderId, orderId), eq(userId, orders.userId), ne(state, "ended")));
  return sql<boolean>`${exists(entries)}`;
}

/** Whether a buyer has an open offer for the outer query's run, linked to an order or not. */
export function isOfferedSql(ctx: Ctx, buyerId: string): SQL<boolean> {
  const { id, runId, userId, state } = waitlistEntries;
  const offers = ctx.db
    .select({ id })
    .from(waitlistEntries)
    .where(and(eq(runId, courseRuns.id), eq(userId, buyerId), eq(state, "offered")));
  return sql<boolean>`${exists(offers)}`;
}

/** Ends a buyer's waiting list entries of the runs that an order bought. Callers hold the order and run locks. */
export async function endBoughtEntries(ctx: Ctx, { id, userId }: { id: number; userId: string }): Promise<void> {
  const bought = ctx.db.select({ id: orderLines.runId }).from(orderLines).where(eq(orderLines.orderId, id));
  const { runId, state } = waitlistEntries;
  await ctx.db
    .update(waitlistEntries)
    .set({ state: "ended", ended: "bought", endedAt: ctx.now(), orderId: id })
    .where(and(eq(waitlistEntries.userId, userId), inArray(runId, bought), ne(state, "ended")));
}

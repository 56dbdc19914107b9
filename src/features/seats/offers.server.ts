/** What checkout, payment and everything that frees seats ask of the waiting list. */
import { and, count, eq, exists, gt, inArray, isNull, ne, sql, type SQL } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "./tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { waitingPlaces } from "./offer-tables.server.ts";

export const offerJob = "waiting.offer";

/** Seats nobody has bought, holds or was offered; `held` are those held now. */
export const unclaimed = (run: { capacity: number; seatsSold: number; seatsOffered: number }, held: number): number =>
  run.capacity - run.seatsSold - run.seatsOffered - held;

/**
 * Tells the list of runs that seats may have come free: a job offers them a moment after this transaction. Until then
 * they are kept, as nothing is sold while someone waits. Also without the lock of the run.
 */
export async function seatsFreed(ctx: Ctx, runIds: readonly number[]): Promise<void> {
  if (runIds.length === 0) return;
  const { id, waiting } = courseRuns;
  const waited = await ctx.db
    .select({ runId: id })
    .from(courseRuns)
    .where(and(inArray(id, [...new Set(runIds)]), gt(waiting, 0)));
  for (const { runId } of waited) await ctx.jobs.send(ctx.db, offerJob, { runId }, { key: `${runId}` });
}

export interface OwnOffer {
  seats: number;
  endsAt: Date;
}

/** Open offers of a person that no order holds yet, by run. */
export async function ownOffers(ctx: Ctx, userId: string, runIds: number[]): Promise<Map<number, OwnOffer>> {
  const { runId, seats, offerEndsAt, state, orderId } = waitingPlaces;
  const rows = await ctx.db
    .select({ runId, seats, endsAt: sql<Date>`${offerEndsAt}`.mapWith(offerEndsAt) })
    .from(waitingPlaces)
    .where(
      and(
        eq(waitingPlaces.userId, userId),
        inArray(runId, runIds),
        eq(state, "offered"),
        isNull(orderId),
        gt(offerEndsAt, ctx.now()),
      ),
    );
  return new Map(rows.map(({ runId, ...offer }) => [runId, offer]));
}

/** Of these runs, those where others wait for what an order has no live hold of: a late payment does not pass them. */
export async function runsBehindLine(ctx: Ctx, orderId: number, runIds: number[]): Promise<Set<number>> {
  if (runIds.length === 0) return new Set();
  const { runId, state, userId } = waitingPlaces;
  const others = ctx.db
    .select({ id: waitingPlaces.id })
    .from(waitingPlaces)
    .where(and(eq(runId, orderLines.runId), eq(state, "waiting"), ne(userId, orders.userId)));
  const held = ctx.db
    .select({ seats: count() })
    .from(enrolments)
    .where(
      and(eq(enrolments.orderLineId, orderLines.id), eq(enrolments.state, "held"), gt(enrolments.heldUntil, ctx.now())),
    );
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
 * The buyer's open offers become this order: from here on its holds keep the seats. Someone who takes fewer than were
 * offered gives the others on. The runs are locked.
 */
export async function takeOffers(
  ctx: Ctx,
  { userId, orderId, lines }: { userId: string; orderId: number; lines: { runId: number; qty: number }[] },
): Promise<void> {
  for (const { runId, qty } of lines) {
    const { seats, state } = waitingPlaces;
    const entries = await ctx.db
      .update(waitingPlaces)
      .set({ orderId, seats: sql`least(${seats}, ${qty}, 5)` })
      .where(and(eq(waitingPlaces.userId, userId), eq(waitingPlaces.runId, runId), eq(state, "offered")))
      .returning({ runId: waitingPlaces.runId });
    await seatsFreed(
      ctx,
      entries.map((place) => place.runId),
    );
  }
}

/** Offers whose orders gave up their holds keep the seats again, as long as they last. */
export async function returnOffers(ctx: Ctx, orderIds: number[]): Promise<void> {
  const isTheirs = and(inArray(waitingPlaces.orderId, orderIds), eq(waitingPlaces.state, "offered"));
  await ctx.db.update(waitingPlaces).set({ orderId: null }).where(isTheirs);
}

/** Whether the buyer of `orders` has a place in the line of a run that the order is for: to be asked of a locked order. */
export function placesInLineSql(ctx: Ctx, orderId: number): SQL<boolean> {
  const { id, runId, userId, state } = waitingPlaces;
  const places = ctx.db
    .select({ id })
    .from(waitingPlaces)
    .innerJoin(orderLines, eq(orderLines.runId, runId))
    .where(and(eq(orderLines.orderId, orderId), eq(userId, orders.userId), ne(state, "ended")));
  return sql<boolean>`${exists(places)}`;
}

/** Whether a buyer has an open offer of the run of `courseRuns`, held by an order or not. */
export function isOfferedSql(ctx: Ctx, buyerId: string): SQL<boolean> {
  const { id, runId, userId, state } = waitingPlaces;
  const offers = ctx.db
    .select({ id })
    .from(waitingPlaces)
    .where(and(eq(runId, courseRuns.id), eq(userId, buyerId), eq(state, "offered")));
  return sql<boolean>`${exists(offers)}`;
}

/** The places of a buyer in the lines of the runs that an order bought are over. Order and runs are locked. */
export async function endBoughtPlaces(ctx: Ctx, { id, userId }: { id: number; userId: string }): Promise<void> {
  const bought = ctx.db.select({ id: orderLines.runId }).from(orderLines).where(eq(orderLines.orderId, id));
  const { runId, state } = waitingPlaces;
  await ctx.db
    .update(waitingPlaces)
    .set({ state: "ended", ended: "bought", endedAt: ctx.now(), orderId: id })
    .where(and(eq(waitingPlaces.userId, userId), inArray(runId, bought), ne(state, "ended")));
}

import { and, eq, inArray, isNotNull, isNull, max, ne, not, or, sql, type SQL } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { auditExpired } from "#features/orders/move-order.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { announceSeatChange } from "#features/settings/content-changes.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { isHeldNowSql, isOutsideCardCheckoutSql } from "./conditions.server.ts";
import { returnOffers, queueSeatOffers } from "./offers.server.ts";
import { listStatesBefore, type EnrolmentState } from "./enrolment-states.ts";
import { enrolments } from "./tables.server.ts";

export interface Seat {
  id: number;
  orderId: number;
  runId: number;
  /** From 1 within the line. */
  seat: number;
  state: EnrolmentState;
  attendee: { name: string; email: string; scfhsNumber: string; userId: string | null } | null;
}

/** Reads the seats of a line in order, without those given to someone else, whose new row has their number. */
export async function readSeats(ctx: Ctx, orderIds: number[]): Promise<Seat[]> {
  const { id, orderId, runId, seat, state, attendeeName: name, attendeeEmail: email, scfhsNumber, userId } = enrolments;
  const rows = await ctx.db
    .select({ id, orderId, runId, seat, state, name, email, scfhsNumber, userId })
    .from(enrolments)
    .where(and(inArray(orderId, orderIds), ne(state, "transferred")))
    .orderBy(seat);
  return rows.map(({ name, email, scfhsNumber, userId, ...seat }) => {
    const isNamed = name !== null && email !== null && scfhsNumber !== null;
    return { ...seat, attendee: isNamed ? { name, email, scfhsNumber, userId } : null };
  });
}

/** Whether a hold has expired but was not ended yet; the run no longer counts it. */
export const isHoldExpired = (ctx: Ctx, { state, heldUntil }: { state: EnrolmentState; heldUntil: Date }): boolean =>
  state === "held" && heldUntil <= ctx.now();

/** Counts the seats held now, of the run of the surrounding statement. */
export const heldSeatsSql = (ctx: Ctx, whereOrders: SQL | undefined): SQL<number> => {
  const held = ctx.db
    .select({ seats: sql`count(*)::int` })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(and(eq(enrolments.runId, courseRuns.id), isHeldNowSql(ctx), whereOrders));
  return sql<number>`${held}`;
};

/** Seats held now, by run. */
export async function countHeld(
  ctx: Ctx,
  runIds: number[],
  whereOrders: SQL | undefined,
): Promise<Map<number, number>> {
  const { runId } = enrolments;
  const rows = await ctx.db
    .select({ runId, seats: sql<number>`count(*)::int` })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(and(inArray(runId, runIds), isHeldNowSql(ctx), whereOrders))
    .groupBy(runId);
  return new Map(rows.map(({ runId, seats }) => [runId, seats]));
}

/** Counts the seats of one run that are held now, by all orders or by some. */
export const countHeldInRun = async (ctx: Ctx, runId: number, whereOrders?: SQL): Promise<number> =>
  (await countHeld(ctx, [runId], whereOrders)).get(runId) ?? 0;

/** Reads when the last hold of a card payment on a run ends; null without one. */
export async function readCardHoldEnd(ctx: Ctx, runId: number): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ until: max(enrolments.heldUntil) })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(and(eq(enrolments.runId, runId), isHeldNowSql(ctx), not(isOutsideCardCheckoutSql)));
  return row?.until ?? null;
}

/** Changes the state of seats, and skips those whose state does not allow it. Returns the run of each changed seat. */
async function moveSeats(
  ctx: Ctx,
  to: "confirmed" | "cancelled" | "transferred",
  which: SQL | undefined,
): Promise<number[]> {
  const { state, confirmedAt } = enrolments;
  const isAllowed =
    to === "confirmed"
      ? and(isNull(confirmedAt), inArray(state, listStatesBefore(to, { wasConfirmed: false })))
      : inArray(state, listStatesBefore(to, { wasConfirmed: true }));
  const times = to === "confirmed" ? { confirmedAt: ctx.now(), endedAt: null } : { endedAt: ctx.now() };
  const moved = await ctx.db
    .update(enrolments)
    .set({ state: to, ...times })
    .where(and(which, isAllowed))
    .returning({ runId: enrolments.runId });
  if (moved.length) await announceSeatChange(ctx);
  const runIds = moved.map(({ runId }) => runId);
  if (to !== "confirmed") await queueSeatOffers(ctx, runIds);
  return runIds;
}

/** Confirms an order's seats. Callers hold the order and run locks. */
export async function confirmSeats(ctx: Ctx, orderId: number): Promise<void> {
  await moveSeats(ctx, "confirmed", eq(enrolments.orderId, orderId));
}

/** Releases the held seats of orders; confirmed ones stay. */
export async function releaseSeats(ctx: Ctx, ...orderIds: number[]): Promise<void> {
  await moveSeats(ctx, "cancelled", and(inArray(enrolments.orderId, orderIds), eq(enrolments.state, "held")));
  await returnOffers(ctx, orderIds);
}

/** Ends unpaid orders and releases their seats. A payment that still arrives is late. Callers hold the order locks. */
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

const confirmedRunsSql = (ctx: Ctx, orderId: number) =>
  ctx.db
    .selectDistinct({ id: enrolments.runId })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), eq(enrolments.state, "confirmed")));

export async function readConfirmedRuns(ctx: Ctx, orderId: number): Promise<number[]> {
  return (await confirmedRunsSql(ctx, orderId)).map(({ id }) => id);
}

/**
 * Selects seats of an order that may be refunded: confirmed ones, those whose value is kept, and those that finance has
 * to decide about.
 */
export async function readOpenSeatIds(ctx: Ctx, orderId: number): Promise<number[]> {
  const { id, state } = enrolments;
  const isOpen = and(eq(enrolments.orderId, orderId), or(eq(state, "confirmed"), isValueKeptSql, isRefundDueSql));
  return (await ctx.db.select({ id }).from(enrolments).where(isOpen)).map(({ id }) => id);
}

/** Locks the runs of an order's confirmed seats, as `lockRuns` does. */
export async function lockConfirmedRuns(ctx: Ctx, orderId: number): Promise<void> {
  await lockRuns(ctx, confirmedRunsSql(ctx, orderId));
}

/** Chosen seats of an order: all of some runs, and single ones by id. */
export interface SeatChoice {
  runIds: number[];
  seatIds: number[];
}

/** Condition for the chosen seats; null means all. */
export const isChosenSeatSql = (chosen: SeatChoice | null): SQL | undefined =>
  chosen ? or(inArray(enrolments.runId, chosen.runIds), inArray(enrolments.id, chosen.seatIds)) : undefined;

/** A cancelled seat whose value can still book another date (docs/decisions/045). */
export const isValueKeptSql = and(eq(enrolments.state, "cancelled"), isNotNull(enrolments.keptUntil));

/** A seat that staff cancelled without a refund and that finance has not decided about. */
export const isRefundDueSql = and(eq(enrolments.state, "cancelled"), isNotNull(enrolments.refundDueAt));

/** Marks the payment of these seats of an order (null: all of them) as decided. Callers hold the order lock. */
export async function settleRefundDue(ctx: Ctx, orderId: number, chosen: SeatChoice | null): Promise<number[]> {
  const settled = await ctx.db
    .update(enrolments)
    .set({ refundDueAt: null })
    .where(and(eq(enrolments.orderId, orderId), isRefundDueSql, isChosenSeatSql(chosen)))
    .returning({ id: enrolments.id });
  return settled.map(({ id }) => id);
}

/** Keeps the value of cancelled seats for another date. Callers hold the order lock. */
export async function keepValue(ctx: Ctx, seatIds: number[], keptUntil: string): Promise<void> {
  const { id, state } = enrolments;
  await ctx.db
    .update(enrolments)
    .set({ keptUntil })
    .where(and(inArray(id, seatIds), eq(state, "cancelled")));
}

/**
 * Cancels confirmed seats after a refund: all of the order's, or the chosen ones. A kept value ends, except in a
 * cancelled run, because it can book another date. Returns their runs, one per seat. Callers hold the run locks.
 */
export async function cancelConfirmedSeats(ctx: Ctx, orderId: number, chosen: SeatChoice | null): Promise<number[]> {
  await ctx.db
    .update(enrolments)
    .set({ keptUntil: null })
    .where(
      and(eq(enrolments.orderId, orderId), isValueKeptSql, chosen ? inArray(enrolments.id, chosen.seatIds) : undefined),
    );
  const isConfirmed = and(eq(enrolments.orderId, orderId), eq(enrolments.state, "confirmed"));
  return moveSeats(ctx, "cancelled", and(isConfirmed, isChosenSeatSql(chosen)));
}

/** Ends seats of an order that move to another run, where they are new rows. Callers hold the order and run locks. */
export async function transferSeats(ctx: Ctx, orderId: number, seatIds: number[]): Promise<void> {
  await moveSeats(ctx, "transferred", and(eq(enrolments.orderId, orderId), inArray(enrolments.id, seatIds)));
}

/** Returns the run of each cancelled seat among these. */
export async function readCancelledSeatRuns(ctx: Ctx, seatIds: number[]): Promise<number[]> {
  const { id, runId, state } = enrolments;
  const isCancelled = and(inArray(id, seatIds), eq(state, "cancelled"));
  const rows = await ctx.db.select({ runId }).from(enrolments).where(isCancelled);
  return rows.map((row) => row.runId);
}

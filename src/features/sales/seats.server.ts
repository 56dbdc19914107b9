import { and, eq, exists, gt, inArray, isNull, ne, notInArray, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { courseRuns, courses } from "#features/catalogue/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { SaleState } from "./payment-rules.ts";
import { attendees, orderLines, orders, paymentAttempts, refunds, seatHolds } from "./tables.server.ts";

/** A run as checkout sees it under its lock; `seatsFree` counts neither sold seats nor live holds of others. */
export interface LockedRun {
  runId: number;
  slug: string;
  nameEng: string;
  nameAr: string | null;
  endDate: string;
  disabled: boolean;
  unitPriceHalalas: number;
  seatsFree: number;
  /** Seats that others hold while they pay. */
  seatsHeld: number;
}

/** Locks runs until the transaction ends, in the order of their ids, so that two carts never wait for each other. */
export async function lockRuns(ctx: Ctx, runIds: number[]): Promise<void> {
  const { id } = courseRuns;
  await ctx.db.select({ id }).from(courseRuns).where(inArray(id, runIds)).orderBy(id).for("update");
}

/** Locks the runs of an order, as `lockRuns` does; the order is locked. */
export async function lockRunsOfOrder(ctx: Ctx, orderId: number): Promise<void> {
  const { id } = courseRuns;
  const ordered = ctx.db.select({ id: orderLines.runId }).from(orderLines).where(eq(orderLines.orderId, orderId));
  await ctx.db.select({ id }).from(courseRuns).where(inArray(id, ordered)).orderBy(id).for("update");
}

/** Seats that are held now, by run; those of the orders that match. */
async function countHeld(ctx: Ctx, runIds: number[], ofOrders: SQL | undefined): Promise<Map<number, number>> {
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

/**
 * Runs as checkout sees them. Call it after `lockRuns`, as a statement of its own: only then it sees what the last holder of
 * the lock committed. Holds of the buyer's own unpaid orders do not count: the order that is being made takes them over.
 */
export async function readRuns(ctx: Ctx, runIds: number[], buyerId: string): Promise<LockedRun[]> {
  const rows = await ctx.db
    .select({ run: courseRuns, course: courses })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, runIds))
    .orderBy(courseRuns.id);
  const ofOthers = or(ne(orders.userId, buyerId), notInArray(orders.status, ["pending", "failed"]));
  const held = await countHeld(ctx, runIds, ofOthers);
  return rows.map(({ run, course }) => {
    const seatsHeld = held.get(run.id) ?? 0;
    return {
      runId: run.id,
      slug: course.slug,
      nameEng: course.nameEng,
      nameAr: course.nameAr,
      endDate: run.endDate,
      disabled: course.closed || run.cancelledAt !== null,
      unitPriceHalalas: run.priceHalalas,
      seatsFree: run.capacity - run.seatsSold - seatsHeld,
      seatsHeld,
    };
  });
}

/** Whether an order can be fulfilled. */
export interface Saleable extends Omit<SaleState, "repriced"> {
  /** A line's unit price is not its run's any more. */
  unitChanged: boolean;
  /** The rate it was taxed with, in percent. */
  taxPercent: number;
  /** Its money is on its way back. */
  returning: boolean;
  /** Someone of it is not its buyer. */
  guests: boolean;
}

type StateOfLines = Pick<Saleable, "free" | "cancelled" | "closed" | "ended" | "unitChanged">;

/** What is known of an order's people and money. Throws when the order is gone. */
async function readOrderState(ctx: Ctx, orderId: number): Promise<Omit<Saleable, keyof StateOfLines>> {
  const other = alias(attendees, "other");
  const ofOrder = eq(attendees.orderId, orderId);
  /** Places that people of this order have through another one, found by e-mail or by account. */
  const placesBy = (samePerson: SQL) =>
    ctx.db
      .select({ id: other.id })
      .from(attendees)
      .innerJoin(
        other,
        and(
          eq(other.runId, attendees.runId),
          eq(other.state, "confirmed"),
          ne(other.orderId, attendees.orderId),
          samePerson,
        ),
      )
      .where(ofOrder);
  const refundsOfOrder = ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(eq(paymentAttempts.orderId, orderId));
  const guests = ctx.db
    .select({ id: attendees.id })
    .from(attendees)
    .where(and(ofOrder, or(isNull(attendees.userId), ne(attendees.userId, orders.userId))));
  const [state] = await ctx.db
    .select({
      taxPercent: orders.taxPercent,
      // Two questions instead of one with "or": each has its index, however many places are booked.
      taken: sql<boolean>`${exists(placesBy(eq(other.email, attendees.email)))} or ${exists(placesBy(eq(other.userId, attendees.userId)))}`,
      returning: sql<boolean>`${exists(refundsOfOrder)}`,
      guests: sql<boolean>`${exists(guests)}`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!state) throw new Error(`Order ${orderId} is gone`);
  return state;
}

interface LineOnSale {
  qty: number;
  unitPriceHalalas: number;
  run: typeof courseRuns.$inferSelect;
  isClosed: boolean;
}

/** What an order's lines can still buy, given the seats of their runs that others hold. */
function stateOfLines(lines: LineOnSale[], heldByOthers: ReadonlyMap<number, number>, today: string): StateOfLines {
  return {
    free: lines.every(({ qty, run }) => run.capacity - run.seatsSold - (heldByOthers.get(run.id) ?? 0) >= qty),
    cancelled: lines.some(({ run }) => run.cancelledAt !== null),
    closed: lines.some(({ isClosed }) => isClosed),
    ended: lines.some(({ run }) => run.endDate < today),
    unitChanged: lines.some(({ run, unitPriceHalalas }) => run.priceHalalas !== unitPriceHalalas),
  };
}

/** An order as a sale sees it. It decides a sale only after `lockRunsOfOrder`, as statements of their own. */
export async function readSaleable(ctx: Ctx, orderId: number): Promise<Saleable> {
  const lines = await ctx.db
    .select({
      qty: orderLines.qty,
      unitPriceHalalas: orderLines.unitPriceHalalas,
      run: courseRuns,
      isClosed: courses.closed,
    })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(orderLines.orderId, orderId));
  const held = await countHeld(
    ctx,
    lines.map(({ run }) => run.id),
    ne(orders.id, orderId),
  );
  return { ...stateOfLines(lines, held, riyadhDate(ctx.now())), ...(await readOrderState(ctx, orderId)) };
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

/** Locks the runs an order has sold seats of, in the order of their ids, as `lockRuns` does. */
export async function lockSoldRuns(ctx: Ctx, orderId: number): Promise<void> {
  const { id } = courseRuns;
  const sold = ctx.db
    .select({ id: seatHolds.runId })
    .from(seatHolds)
    .where(and(eq(seatHolds.orderId, orderId), eq(seatHolds.state, "sold")));
  await ctx.db.select({ id }).from(courseRuns).where(inArray(id, sold)).orderBy(id).for("update");
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

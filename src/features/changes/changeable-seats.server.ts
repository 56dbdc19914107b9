import { isPaid } from "#features/orders/order-states.ts";
import { and, asc, eq, gt, isNull, ne, or } from "drizzle-orm";
import { isListedSql } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { readRuns, type RunWithSeats } from "#features/seats/runs-on-sale.server.ts";
import { isValueKeptSql } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { hasSeatThere } from "#features/settlement/moves/move-seats.server.ts";
import { mayMoveSeat, refundPercent } from "#features/catalogue/schedule/change-policy.ts";

export type Order = typeof orders.$inferSelect;

export type Line = typeof orderLines.$inferSelect;

type Run = typeof courseRuns.$inferSelect;

export type SeatRow = typeof enrolments.$inferSelect;

export type PaidOrder = Pick<
  Order,
  "id" | "userId" | "status" | "taxPercent" | "locale" | "billing" | "invoiceRecipient"
>;

export interface ChangeInput {
  orderId: number;
  runId: number;
  kind: "cancel" | "move";
  /** `enrolment.id`, at least one. */
  seatIds: number[];
  /** Run of the new date for a move; null for a cancellation. */
  toRunId: number | null;
}

/**
 * Reads a paid order, of this user unless `userId` is null. An order that only paid a price difference does not count.
 * Throws NotFound, Conflict (not paid).
 */
export async function readPaidOrder(ctx: Ctx, orderId: number, userId: string | null): Promise<PaidOrder> {
  const { id, status, taxPercent, locale, billing, invoiceRecipient } = orders;
  const isRequestedOrder = and(
    eq(id, orderId),
    isNull(orders.differenceOf),
    userId === null ? undefined : eq(orders.userId, userId),
  );
  const [order] = await ctx.db
    .select({ id, userId: orders.userId, status, taxPercent, locale, billing, invoiceRecipient })
    .from(orders)
    .where(isRequestedOrder);
  if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  if (!isPaid(order)) throw new Conflict(m.changes_not_paid({}, { locale: ctx.locale }));
  return order;
}

export interface ChangeableLine {
  line: Line;
  run: Run;
  image: string;
  /** Confirmed seats, or cancelled ones whose value can still book another date. */
  seats: SeatRow[];
  /** Last day on which the value of cancelled seats can book another date; null for confirmed seats. */
  keptUntil: string | null;
}

/**
 * Reads the lines of an order with their run and confirmed seats, without cancelled runs. Cancelled seats whose value is
 * kept are separate entries, one per last day.
 */
export async function readChangeableLines(ctx: Ctx, orderId: number): Promise<ChangeableLine[]> {
  const lines = await ctx.db
    .select({ line: orderLines, run: courseRuns, image: courses.image })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  const seats = await ctx.db
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), or(eq(enrolments.state, "confirmed"), isValueKeptSql)))
    .orderBy(asc(enrolments.seat));
  return lines.flatMap((one) => {
    const lineSeats = seats.filter(({ orderLineId }) => orderLineId === one.line.id);
    return [...Map.groupBy(lineSeats, ({ keptUntil }) => keptUntil)]
      .filter(([keptUntil]) => keptUntil !== null || one.run.cancelledAt === null)
      .map(([keptUntil, seats]) => ({ ...one, seats, keptUntil }));
  });
}

/** Finds the chosen seats with their line and run. Throws ValidationError (none chosen), Conflict (a seat is gone). */
export async function requireSeats(ctx: Ctx, { orderId, runId, seatIds }: Omit<ChangeInput, "kind" | "toRunId">) {
  const { locale } = ctx;
  const runLines = (await readChangeableLines(ctx, orderId)).filter(({ run }) => run.id === runId);
  const changedLine = runLines.find(({ seats }) => seats.some(({ id }) => seatIds.includes(id))) ?? runLines[0];
  if (!changedLine) throw new Conflict(m.changes_no_seats({}, { locale }));
  const { line, run, seats, keptUntil } = changedLine;
  const chosen = seats.filter(({ id }) => seatIds.includes(id));
  if (seatIds.length === 0) throw new ValidationError({ seat_ids: [getProblemMessage("required", locale)] });
  if (chosen.length < new Set(seatIds).size) throw new Conflict(m.changes_seat_gone({}, { locale }));
  return { line, run, chosen, keptUntil };
}

export interface QuoteFacts {
  order: PaidOrder;
  line: Line;
  run: Run;
  chosen: SeatRow[];
  /** The seats are cancelled, and until this day their value can book another date once; null for confirmed seats. */
  keptUntil: string | null;
  /** The run of the new date, once it is checked; null for a cancellation. */
  newRun: RunWithSeats | null;
}

/** Throws Conflict when one of the attendees already has a seat on the new date. */
export async function requireNoSeatThere(
  ctx: Ctx,
  { newRun, chosen }: Pick<QuoteFacts, "newRun" | "chosen">,
): Promise<void> {
  if (newRun !== null && (await hasSeatThere(ctx, newRun.runId, chosen)))
    throw new Conflict(m.changes_has_place({}, { locale: ctx.locale }));
}

/** Percentage that the policy refunds on a day. A kept value is never refunded: it only books another date. */
export const refundPercentOn = (
  { line, run, keptUntil }: Pick<QuoteFacts, "line" | "run" | "keptUntil">,
  today: string,
) => (keptUntil === null ? refundPercent(line.changePolicy, run.startDate, today) : 0);

/** Whether the seats may move on a day, by the policy or because their value is still kept. */
export const canMoveOn = ({ line, run, keptUntil }: Pick<QuoteFacts, "line" | "run" | "keptUntil">, today: string) =>
  keptUntil === null
    ? mayMoveSeat(line.changePolicy, run.startDate, today, { wasMoved: line.movedFromId !== null })
    : today <= keptUntil;

/** Lists the next 24 other dates of the same course that are on sale. */
export async function listMoveDates(ctx: Ctx, run: Run) {
  const { courseId, id, startDate } = courseRuns;
  const isMoveDate = and(
    eq(courseId, run.courseId),
    ne(id, run.id),
    gt(startDate, riyadhDate(ctx.now())),
    isListedSql(),
    eq(courses.disable_course, false),
    isNull(courseRuns.saleStoppedAt),
  );
  const rows = await ctx.db
    .select({ run: courseRuns })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(isMoveDate)
    .orderBy(startDate, id)
    .limit(24);
  const runsWithSeats = await readRuns(
    ctx,
    rows.map(({ run }) => ({ runId: run.id })),
    null,
  );
  return rows.flatMap(({ run }) => {
    const locked = runsWithSeats.find(({ runId }) => runId === run.id);
    return locked ? [{ run, locked }] : [];
  });
}

/**
 * Finds the new date of a move and checks that it has enough free seats. Does not check the policy, because an exception
 * may go beyond it. Throws Conflict (none chosen, not a date of the course, begun, closed, too few seats).
 */
export async function requireMoveDate(ctx: Ctx, run: Run, toRunId: number | null, seats: number) {
  const { locale } = ctx;
  if (toRunId === null) throw new Conflict(m.changes_date_missing({}, { locale }));
  const to = (await listMoveDates(ctx, run)).find(({ locked }) => locked.runId === toRunId);
  if (!to) throw new Conflict(m.changes_date_gone({}, { locale }));
  if (to.locked.seatsFree < seats)
    throw new Conflict(m.changes_date_full({ count: Math.max(0, to.locked.seatsFree) }, { locale }));
  return to;
}

/** Whether the policy allows this change on the day of `at`. */
export const isInPolicy = (
  kind: ChangeInput["kind"],
  facts: Pick<QuoteFacts, "line" | "run" | "keptUntil">,
  at: Date,
) => (kind === "cancel" ? refundPercentOn(facts, riyadhDate(at)) > 0 : canMoveOn(facts, riyadhDate(at)));

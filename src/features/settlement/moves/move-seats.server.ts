import { and, eq, inArray, sql } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { transferSeats } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { readSeatPrices } from "#features/settlement/refunds/seat-prices.server.ts";
import { orderLines } from "#features/orders/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { shares } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import type { MovedPart } from "#features/settlement/refunds/change-parts.ts";
import { refundPercent } from "#features/catalogue/schedule/change-policy.ts";

type Line = typeof orderLines.$inferSelect;
type Seat = typeof enrolments.$inferSelect;

/** Numbers the seats of a line from 1 without gaps, transferred ones last. */
async function renumberSeats(ctx: Ctx, lineId: number): Promise<void> {
  const offset = 1_000_000;
  const whereLine = eq(enrolments.orderLineId, lineId);
  await ctx.db
    .update(enrolments)
    .set({ seat: sql`${enrolments.seat} + ${offset}` })
    .where(whereLine);
  await ctx.db.execute(sql`
    update enrolment set seat = place.seat
    from (
      select id, row_number() over (order by state = 'transferred', seat, id) as seat
      from enrolment where order_line_id = ${lineId}
    ) place
    where enrolment.id = place.id`);
}

/** Unit price and discount of the moved seats by order, before VAT. */
export type MovedPrices = ReadonlyMap<number, Pick<MovedPart, "unitHalalas" | "discountHalalas">>;

export interface SeatMove {
  line: Line;
  seats: Seat[];
  toRunId: number;
  /** New prices of the seats, if the new date is cheaper. */
  prices?: MovedPrices;
  /** Id of the order that paid the price difference for the new date. */
  paidBy?: number;
  /** The refund percentage on this day is the maximum for a later cancellation. */
  at: Date;
}

/** Returns the columns for a part of a line's discount. A discount of 0 has no kind. */
const toDiscountColumns = ({ discountKind, discountPercent, discountCode }: Line, halalas: number) =>
  halalas > 0
    ? { discountHalalas: halalas, discountKind, discountPercent, discountCode }
    : { discountHalalas: 0, discountKind: null, discountPercent: null, discountCode: null };

/** Calculates the discount of some seats of a line from what each of them cost. Seats are numbered from 1. */
async function readDiscount(ctx: Ctx, line: Line, seatNumbers: readonly number[]): Promise<number> {
  const prices = (await readSeatPrices(ctx, [line.orderId])).get(line.id) ?? [];
  return seatNumbers.reduce((sum, number) => sum + line.unitPriceHalalas - (prices[number - 1]?.netHalalas ?? 0), 0);
}

/**
 * Moves the seats to a line of the new date and returns its id: an existing line of that date, their own line if all
 * its seats move, or a new line.
 */
async function moveToLine(ctx: Ctx, { line, seats, toRunId, prices, at }: SeatMove): Promise<number> {
  const { changePolicy, movedFromId, orderId, runId, qty } = line;
  // The seats take their discount with them.
  const seatsDiscount = await readDiscount(
    ctx,
    line,
    seats.map(({ seat }) => seat),
  );
  const { unitHalalas: unitPriceHalalas, discountHalalas } = prices?.get(orderId) ?? {
    unitHalalas: line.unitPriceHalalas,
    discountHalalas: seatsDiscount,
  };
  const [run] = await ctx.db
    .select({ startDate: courseRuns.startDate })
    .from(courseRuns)
    .where(eq(courseRuns.id, runId));
  const maxPercent = refundPercent(changePolicy, run?.startDate ?? "", riyadhDate(at));
  const movedColumns = {
    runId: toRunId,
    unitPriceHalalas,
    movedFromId: movedFromId ?? runId,
    changePolicy: { ...changePolicy, mostPercent: maxPercent },
    ...toDiscountColumns(line, discountHalalas),
  };
  const remainingDiscount = toDiscountColumns(line, line.discountHalalas - seatsDiscount);
  const isTarget = and(eq(orderLines.orderId, orderId), eq(orderLines.runId, toRunId));
  const [targetLine] = await ctx.db.select().from(orderLines).where(isTarget);
  if (targetLine) {
    const { unitPriceHalalas: price, movedFromId: firstRunId, changePolicy: policy } = targetLine;
    const hasSameTerms =
      price === unitPriceHalalas &&
      firstRunId === movedColumns.movedFromId &&
      policy.mostPercent === maxPercent &&
      targetLine.discountKind === movedColumns.discountKind &&
      targetLine.discountPercent === movedColumns.discountPercent;
    // Seats of one date with different prices or policies need two orders.
    if (!hasSameTerms) throw new Conflict(m.changes_date_in_order({}, { locale: ctx.locale }));
    await ctx.db
      .update(orderLines)
      .set({
        qty: targetLine.qty + seats.length,
        discountHalalas: targetLine.discountHalalas + movedColumns.discountHalalas,
      })
      .where(eq(orderLines.id, targetLine.id));
  }
  if (qty === seats.length && !targetLine) {
    await ctx.db.update(orderLines).set(movedColumns).where(eq(orderLines.id, line.id));
    return line.id;
  }
  if (qty > seats.length)
    await ctx.db
      .update(orderLines)
      .set({ qty: qty - seats.length, ...remainingDiscount })
      .where(eq(orderLines.id, line.id));
  if (targetLine) return targetLine.id;
  const { id: _id, ...copied } = line;
  const [created] = await ctx.db
    .insert(orderLines)
    .values({ ...copied, ...movedColumns, qty: seats.length })
    .returning({ id: orderLines.id });
  if (!created) throw new Error("A line was not written");
  return created.id;
}

/**
 * Moves the lines of orders that paid price differences to the new run, so that cancelling that run refunds them too.
 * Returns the ids of these orders, without those that a cheaper date refunded completely.
 */
async function moveDifferences(ctx: Ctx, { line, seats, toRunId, prices }: SeatMove): Promise<number[]> {
  const ids = (seats[0]?.differenceIds ?? []).filter((id) => prices?.get(id)?.unitHalalas !== 0);
  for (const id of ids) {
    const isDifference = and(eq(orderLines.orderId, id), eq(orderLines.runId, line.runId));
    const lines = await ctx.db.select().from(orderLines).where(isDifference).orderBy(orderLines.id);
    const price = prices?.get(id);
    const weights = Array.from({ length: seats.length }, () => 1);
    const discounts = price && shares(price.discountHalalas, weights);
    let movedCount = 0;
    for (const difference of lines) {
      const { id: lineId, ...copied } = difference;
      const qty = Math.min(seats.length - movedCount, difference.qty);
      if (qty === 0) break;
      const oldDiscount = await readDiscount(
        ctx,
        difference,
        Array.from({ length: qty }, (_, index) => index + 1),
      );
      const newDiscount =
        discounts?.slice(movedCount, movedCount + qty).reduce((sum, discount) => sum + discount, 0) ?? oldDiscount;
      movedCount += qty;
      const moved = {
        runId: toRunId,
        qty,
        unitPriceHalalas: price?.unitHalalas ?? difference.unitPriceHalalas,
        ...toDiscountColumns(line, newDiscount),
      };
      const rest = {
        qty: difference.qty - qty,
        ...toDiscountColumns(difference, difference.discountHalalas - oldDiscount),
      };
      await ctx.db
        .update(orderLines)
        .set(rest.qty === 0 ? moved : rest)
        .where(eq(orderLines.id, lineId));
      if (rest.qty > 0) await ctx.db.insert(orderLines).values({ ...copied, ...moved });
    }
  }
  return ids;
}

/**
 * Moves confirmed seats of an order to another date. The former rows become `transferred`, new ones are confirmed, and
 * the order keeps its sums. Returns the ids of the new seats. Callers hold the locks of the order and both runs, and
 * have checked that seats are free and that no attendee has a seat in the new run yet. Throws Conflict (the order has
 * seats of that date under other terms).
 */
export async function moveSeatsTo(ctx: Ctx, move: SeatMove): Promise<number[]> {
  const { line, seats, toRunId } = move;
  const now = ctx.now();
  const lineId = await moveToLine(ctx, move);
  const differenceIds = [...(await moveDifferences(ctx, move)), ...(move.paidBy === undefined ? [] : [move.paidBy])];
  await transferSeats(
    ctx,
    line.orderId,
    seats.map(({ id }) => id),
  );
  const newSeats = await ctx.db
    .insert(enrolments)
    .values(
      seats.map(({ attendeeName, attendeeNameOther, attendeeEmail, attendeeLocale, scfhsNumber, userId }, index) => ({
        orderLineId: lineId,
        orderId: line.orderId,
        runId: toRunId,
        // Free until `renumberSeats` gives the final numbers.
        seat: 20_000 + index,
        state: "confirmed" as const,
        heldUntil: now,
        createdAt: now,
        confirmedAt: now,
        attendeeName,
        attendeeNameOther,
        attendeeEmail,
        attendeeLocale,
        scfhsNumber,
        userId,
        differenceIds,
      })),
    )
    .returning({ id: enrolments.id });
  if (lineId !== line.id && line.qty === seats.length) {
    // Nothing is left of the former line; its former attendees stay on record.
    const whereLine = eq(enrolments.orderLineId, line.id);
    const movedRow = { orderLineId: lineId, seat: sql`${enrolments.seat} + 30000` };
    await ctx.db.update(enrolments).set(movedRow).where(whereLine);
    await ctx.db.delete(orderLines).where(eq(orderLines.id, line.id));
  } else await renumberSeats(ctx, line.id);
  if (lineId !== line.id) await renumberSeats(ctx, lineId);
  return newSeats.map(({ id }) => id);
}

/** Whether any of these attendees already has a seat in the run. */
export async function hasSeatThere(ctx: Ctx, runId: number, seats: readonly Seat[]): Promise<boolean> {
  const emails = seats.flatMap(({ attendeeEmail }) => attendeeEmail ?? []);
  const userIds = seats.flatMap(({ userId }) => userId ?? []);
  const isConfirmedInRun = and(eq(enrolments.runId, runId), eq(enrolments.state, "confirmed"));
  const count = (column: typeof enrolments.userId | typeof enrolments.attendeeEmail, values: string[]) =>
    values.length === 0 ? 0 : ctx.db.$count(enrolments, and(isConfirmedInRun, inArray(column, values)));
  return (await count(enrolments.attendeeEmail, emails)) > 0 || (await count(enrolments.userId, userIds)) > 0;
}

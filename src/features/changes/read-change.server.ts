import { isPaid } from "#features/orders/order-states.ts";
import { and, asc, eq, gt, inArray, isNull, ne, or } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { quoteCredit } from "#features/invoices/issue.server.ts";
import { refundedAlone } from "./refund-quote.server.ts";
import { readSeatMoney } from "#features/settlement/refunds/seat-money.server.ts";
import { discountCodes } from "#features/discounts/tables.server.ts";
import { minChargeHalalas, maxPercentOff } from "#features/orders/pricing.ts";
import { readRuns, type LockedRun } from "#features/seats/runs-on-sale.server.ts";
import { isValueKeptSql } from "#features/seats/seats.server.ts";
import { paidForSeats, type SeatPrice } from "#features/settlement/refunds/seat-prices.ts";
import { readSeatPrices } from "#features/settlement/refunds/seat-prices.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { refundLimitHalalas, taxPercent } from "#features/settings/settings.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { taxOn } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import {
  cancelParts,
  priceDifference,
  discountAtDate,
  paidBeyondStaying,
  priceMove,
  type PricedMove,
  type SeatDiscount,
} from "./change-money.ts";
import { sumParts, type ChangePart } from "#features/settlement/refunds/change-parts.ts";
import { readKept } from "#features/settlement/refunds/kept.server.ts";
import { hasSeatThere, type MovedPrices } from "#features/settlement/moves/move-seats.server.ts";
import { mayMoveSeat, policySteps, refundPercent, stepsAhead } from "#features/catalogue/schedule/change-policy.ts";
import { orderChanges } from "./tables.server.ts";

type Order = typeof orders.$inferSelect;
type Line = typeof orderLines.$inferSelect;
type Run = typeof courseRuns.$inferSelect;
export type SeatRow = typeof enrolments.$inferSelect;
export type PaidOrder = Pick<
  Order,
  "id" | "userId" | "status" | "taxPercent" | "locale" | "billing" | "invoiceRecipient"
>;

export interface ChangeWish {
  orderId: number;
  runId: number;
  kind: "cancel" | "move";
  /** `enrolment.id`, at least one. */
  seatIds: number[];
  /** Of a move. */
  toRunId: number | null;
}

/** A paid order, not one that only took a difference. Throws NotFound, Conflict (not paid). */
export async function readPaidOrder(ctx: Ctx, orderId: number, userId: string | null): Promise<PaidOrder> {
  const { id, status, taxPercent, locale, billing, invoiceRecipient } = orders;
  const isOwn = and(
    eq(id, orderId),
    isNull(orders.differenceOf),
    userId === null ? undefined : eq(orders.userId, userId),
  );
  const [order] = await ctx.db
    .select({ id, userId: orders.userId, status, taxPercent, locale, billing, invoiceRecipient })
    .from(orders)
    .where(isOwn);
  if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  if (!isPaid(order)) throw new Conflict(m.changes_not_paid({}, { locale: ctx.locale }));
  return order;
}

export interface ChangedLine {
  line: Line;
  run: Run;
  image: string;
  /** Seats that are theirs now, or whose value is kept until a day. */
  seats: SeatRow[];
  keptUntil: string | null;
}

/**
 * Lines of an order with their run and confirmed seats, those of cancelled runs left out; seats whose value is kept stand
 * apart, by their last day.
 */
export async function readChangedLines(ctx: Ctx, orderId: number): Promise<ChangedLine[]> {
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

/** The line and the chosen seats of it. Throws NotFound, ValidationError (no seat, not theirs any more). */
export async function requireSeats(ctx: Ctx, { orderId, runId, seatIds }: Omit<ChangeWish, "kind" | "toRunId">) {
  const { locale } = ctx;
  const runLines = (await readChangedLines(ctx, orderId)).filter(({ run }) => run.id === runId);
  const changedLine = runLines.find(({ seats }) => seats.some(({ id }) => seatIds.includes(id))) ?? runLines[0];
  if (!changedLine) throw new Conflict(m.changes_no_seats({}, { locale }));
  const { line, run, seats, keptUntil } = changedLine;
  const chosen = seats.filter(({ id }) => seatIds.includes(id));
  if (seatIds.length === 0) throw new ValidationError({ seat_ids: [fieldText("required", locale)] });
  if (chosen.length < new Set(seatIds).size) throw new Conflict(m.changes_seat_gone({}, { locale }));
  return { line, run, chosen, keptUntil };
}

/** Orders that paid the differences of dearer dates for some seats of a run, each with its lines there. */
async function readDifferences(ctx: Ctx, runId: number, seats: readonly Pick<SeatRow, "differenceIds">[]) {
  const ids = seats.flatMap(({ differenceIds }) => differenceIds);
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({ order: orders, line: orderLines })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(inArray(orders.id, ids), eq(orderLines.runId, runId)))
    .orderBy(orders.id, orderLines.id);
  const paid = rows.filter(({ order }) => isPaid(order));
  return [...Map.groupBy(paid, ({ order }) => order.id).entries()].map(([id, of]) => ({
    id,
    taxPercent: of[0]?.order.taxPercent ?? 0,
    unitHalalas: of[0]?.line.unitPriceHalalas ?? 0,
    lineIds: of.map(({ line }) => line.id),
  }));
}

/**
 * What was paid for some seats of a run after their discount, by order: the one that bought them before those of dearer
 * dates. Every quote of a change starts from it.
 */
async function readPaid(ctx: Ctx, { order, line, run, chosen }: Pick<QuoteFacts, "order" | "line" | "run" | "chosen">) {
  const money = await readSeatMoney(
    ctx,
    order.id,
    chosen.map(({ id }) => id),
  );
  const { open } = money;
  const paid = [
    {
      orderId: order.id,
      taxPercent: order.taxPercent,
      unitHalalas: line.unitPriceHalalas,
      ...sumPrices(money.chosen),
      fullHalalas: money.ofSeats,
      settled: money.settled,
    },
  ];
  for (const { id, lineIds, ...price } of await readDifferences(ctx, run.id, chosen)) {
    const { leftHalalas, settled } = await readSeatMoney(ctx, id, []);
    const keptHalalas = (await readKept(ctx, [id])).get(id) ?? 0;
    const prices = await readSeatPrices(ctx, [id]);
    const countSeats = (seats: readonly Pick<SeatRow, "differenceIds">[]) =>
      seats.filter(({ differenceIds }) => differenceIds.includes(id)).length;
    const seatSums = sumPrices(lineIds.flatMap((lineId) => prices.get(lineId) ?? []).slice(0, countSeats(chosen)));
    const isAll = countSeats(chosen) === countSeats(open);
    const fullHalalas = paidForSeats({ seatsHalalas: seatSums.priceHalalas, isAll, leftHalalas, keptHalalas });
    paid.push({ orderId: id, ...price, ...seatSums, fullHalalas, settled });
  }
  return paid;
}

const sumPrices = (prices: readonly SeatPrice[]) => ({
  netHalalas: prices.reduce((sum, price) => sum + price.netHalalas, 0),
  priceHalalas: prices.reduce((sum, price) => sum + price.totalHalalas, 0),
});

export interface ChangeQuote {
  /** What the policy returns of a cancellation; of a move null. */
  percent: number | null;
  fullHalalas: number;
  backHalalas: number;
  backTaxHalalas: number;
  payHalalas: number;
  payTaxHalalas: number;
  taxPercent: number;
  parts: ChangePart[];
  /** Where it goes back to; `byHand`: a person pays it. */
  to: { paymentId: string; orderId: number; amountHalalas: number; byHand: boolean }[];
  /** What a cancellation returns from that day on. */
  next: { from: string; backHalalas: number } | null;
  /** The seats that stay are too few for their discount: less goes back. */
  isGroupLeft: boolean;
  /** Above what is done without the staff. */
  needsStaff: boolean;
  /** Of a move: the price of the new date, a seat, before VAT. */
  toNetHalalas: number | null;
  /** What a dearer date costs more, before VAT: of one seat, and what the discount takes off all of them. */
  difference: Pick<PricedMove["difference"], "unitHalalas" | "discountHalalas">;
  /** Of a move: what each order has paid for the seats from then on. */
  prices: MovedPrices;
}

export interface QuoteFacts {
  order: PaidOrder;
  line: Line;
  run: Run;
  chosen: SeatRow[];
  /** Their value is kept until then: they are cancelled, and may move once. */
  keptUntil: string | null;
  to: LockedRun | null;
}

/** Throws Conflict when one of the people has a seat at the new date already. */
export async function requireNoSeatThere(ctx: Ctx, { to, chosen }: Pick<QuoteFacts, "to" | "chosen">): Promise<void> {
  if (to !== null && (await hasSeatThere(ctx, to.runId, chosen)))
    throw new Conflict(m.changes_has_place({}, { locale: ctx.locale }));
}

/** What changes have returned of an order without the staff. */
async function returnedByChanges(ctx: Ctx, orderId: number): Promise<number> {
  const { state, parts } = orderChanges;
  const done = and(eq(orderChanges.orderId, orderId), eq(state, "done"), isNull(orderChanges.decidedBy));
  const rows = await ctx.db.select({ parts }).from(orderChanges).where(done);
  return sumParts(
    rows.flatMap((row) => row.parts),
    "backHalalas",
  );
}

type Paid = Awaited<ReturnType<typeof readPaid>>;

/** Where the parts of a sum go, and the VAT in them. */
async function readReturn(ctx: Ctx, paid: Paid, parts: ChangePart[]) {
  let backTaxHalalas = 0;
  const to: ChangeQuote["to"] = [];
  for (const { orderId, backHalalas } of parts) {
    const order = paid.find((one) => one.orderId === orderId);
    if (!order || backHalalas === 0) continue;
    const split = splitRefund(backHalalas, order.settled);
    if (!split) throw new Error(`Order ${orderId} holds less than what was paid for its seats`);
    for (const { payment, amountHalalas } of split)
      to.push({ paymentId: payment.id, orderId, amountHalalas, byHand: payment.method !== "card" });
    backTaxHalalas += (await quoteCredit(ctx, orderId, backHalalas, order.taxPercent)).taxHalalas;
  }
  return { to, backTaxHalalas };
}

/**
 * What is paid for the leaving seats of a discount that needs a number of seats, when too few stay for it; null where
 * the price of the staying seats does not change. Seats of the group that moved to another date count too, at its
 * price.
 */
async function readGroupPaid(ctx: Ctx, { order, line, chosen }: Pick<QuoteFacts, "order" | "line" | "chosen">) {
  const fromSeats = line.changePolicy.discountFromSeats ?? 0;
  if (fromSeats === 0) return null;
  const bought = (one: Pick<Line, "runId" | "movedFromId">) => one.movedFromId ?? one.runId;
  const lines = (await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))).filter(
    (one) => bought(one) === bought(line) && one.changePolicy.discountFromSeats === fromSeats,
  );
  const ids = chosen.map(({ id }) => id);
  const { open, leftHalalas } = await readSeatMoney(ctx, order.id, ids);
  const groupSeats = open.flatMap((seat) => {
    const own = lines.find(({ id }) => id === seat.orderLineId);
    return own ? [{ ...seat, unitHalalas: own.unitPriceHalalas }] : [];
  });
  const staying = groupSeats.filter(({ id }) => !ids.includes(id));
  if (staying.length === 0 || staying.length >= fromSeats) return null;
  const fullPrice = (seats: typeof groupSeats) => {
    const netHalalas = seats.reduce((sum, { unitHalalas }) => sum + unitHalalas, 0);
    return netHalalas + taxOn(netHalalas, order.taxPercent);
  };
  const others = open.filter(({ id }) => !groupSeats.some((seat) => seat.id === id));
  const keptHalalas = (await readKept(ctx, [order.id])).get(order.id) ?? 0;
  return paidBeyondStaying({
    heldHalalas: leftHalalas - keptHalalas - others.reduce((sum, { totalHalalas }) => sum + totalHalalas, 0),
    stayingHalalas: fullPrice(staying),
    leavingHalalas: fullPrice(groupSeats.filter(({ id }) => ids.includes(id))),
  });
}

/** What a cancellation that returns a share does with the money of some seats. */
export async function quoteReturn(ctx: Ctx, facts: QuoteFacts, part: number, whole = 100) {
  const groupHalalas = await readGroupPaid(ctx, facts);
  const isGroupLeft = groupHalalas !== null;
  const paid = (await readPaid(ctx, facts))
    .map((one) => (isGroupLeft && one.orderId === facts.order.id ? { ...one, fullHalalas: groupHalalas } : one))
    .filter(({ fullHalalas }) => fullHalalas > 0);
  const parts = cancelParts(paid, part, whole);
  return { paid, parts, isGroupLeft, ...(await readReturn(ctx, paid, parts)) };
}

/** What the policy returns of a cancellation on a day; a value that is kept is for another date. */
export const percentOn = ({ line, run, keptUntil }: Pick<QuoteFacts, "line" | "run" | "keptUntil">, today: string) =>
  keptUntil === null ? refundPercent(line.changePolicy, run.startDate, today) : 0;

/** Whether the seats may move on a day: by the policy, or as long as their value is kept. */
export const mayMoveOn = ({ line, run, keptUntil }: Pick<QuoteFacts, "line" | "run" | "keptUntil">, today: string) =>
  keptUntil === null
    ? mayMoveSeat(line.changePolicy, run.startDate, today, line.movedFromId !== null)
    : today <= keptUntil;

async function quoteCancel(ctx: Ctx, facts: QuoteFacts, at: Date) {
  const { line, run } = facts;
  const today = riyadhDate(at);
  const percent = percentOn(facts, today);
  const { paid, parts, to, backTaxHalalas, isGroupLeft } = await quoteReturn(ctx, facts, percent);
  const ahead = stepsAhead(policySteps(line.changePolicy, run.startDate, line.movedFromId !== null), today);
  const until = ahead.findLast((step) => step.percent === percent)?.until;
  const after = ahead.find((step) => step.percent !== percent);
  const next =
    until && after && percent > 0
      ? { from: addDays(until, 1), backHalalas: sumParts(cancelParts(paid, after.percent), "backHalalas") }
      : null;
  return { percent, parts, to, backTaxHalalas, isGroupLeft, next };
}

/** How the discount of a line follows its seats to another date (docs/pricing.md). */
async function readSeatDiscount(ctx: Ctx, { orderId, discountPercent, discountKind }: Line): Promise<SeatDiscount> {
  const [code] =
    discountKind === "code" && discountPercent === null
      ? await ctx.db
          .select({ percent: discountCodes.percent })
          .from(discountCodes)
          .innerJoin(orders, eq(orders.discountCodeId, discountCodes.id))
          .where(eq(orders.id, orderId))
      : [];
  return { percent: discountPercent, maxPercent: code?.percent ?? maxPercentOff };
}

/** What another date costs more (or less, negative) for one of the seats with its discount, before VAT. */
export async function readDateDifference(ctx: Ctx, { line, run, seats }: ChangedLine) {
  const [seat] = seats;
  const more = await readDifferences(ctx, run.id, seats.slice(0, 1));
  const discount = await readSeatDiscount(ctx, line);
  const prices = await readSeatPrices(ctx, [line.orderId, ...more.map(({ id }) => id)]);
  const netHalalas =
    (prices.get(line.id)?.[(seat?.seat ?? 1) - 1]?.netHalalas ?? 0) +
    more.reduce((sum, { lineIds: [lineId] }) => sum + (prices.get(lineId ?? 0)?.[0]?.netHalalas ?? 0), 0);
  const grossHalalas = line.unitPriceHalalas + more.reduce((sum, { unitHalalas }) => sum + unitHalalas, 0);
  const before = { grossHalalas, offHalalas: grossHalalas - netHalalas };
  return (toHalalas: number): number => toHalalas - discountAtDate(discount, before, toHalalas) - netHalalas;
}

async function quoteMove(ctx: Ctx, facts: QuoteFacts, toNetHalalas: number) {
  const { order, line, chosen } = facts;
  if (new Set(chosen.map(({ differenceIds }) => differenceIds.join())).size > 1)
    throw new Conflict(m.changes_paid_apart({}, { locale: ctx.locale }));
  const paid = await readPaid(ctx, facts);
  const discount = await readSeatDiscount(ctx, line);
  const priced = priceMove(paid, { seats: chosen.length, toUnitHalalas: toNetHalalas, discount });
  const { netHalalas, ...difference } = priced.difference;
  const percent = netHalalas > 0 ? await taxPercent(ctx) : order.taxPercent;
  const pay = priceDifference(netHalalas, percent);
  // The provider takes no payment as small as that: the buyer is given it.
  const isGiven = pay.payHalalas < minChargeHalalas;
  const parts = priced.parts
    .filter(({ fullHalalas }) => fullHalalas > 0)
    .map(({ orderId, fullHalalas, backHalalas }) => ({ orderId, fullHalalas, backHalalas }));
  return {
    percent: null,
    parts,
    ...(await readReturn(ctx, paid, parts)),
    next: null,
    taxPercent: percent,
    ...(isGiven ? { payHalalas: 0, payTaxHalalas: 0 } : { ...pay, difference }),
    toNetHalalas,
    prices: new Map(priced.parts.map((part) => [part.orderId, part])),
  };
}

/**
 * What a change would do with the money on the day of `at`, from the order as it is. `toNetHalalas`: the price that an
 * earlier quote promised.
 */
export async function computeQuote(
  ctx: Ctx,
  kind: ChangeWish["kind"],
  facts: QuoteFacts,
  { at, toNetHalalas }: { at: Date; toNetHalalas?: number | null },
): Promise<ChangeQuote> {
  const { order, to } = facts;
  const base = {
    isGroupLeft: false,
    payHalalas: 0,
    payTaxHalalas: 0,
    taxPercent: order.taxPercent,
    toNetHalalas: null,
  };
  if (kind === "move" && !to) throw new Error("A move has no new date");
  const changed =
    kind === "move"
      ? await quoteMove(ctx, facts, toNetHalalas ?? to?.unitPriceHalalas ?? 0)
      : await quoteCancel(ctx, facts, at);
  const backHalalas = sumParts(changed.parts, "backHalalas");
  const before = (await refundedAlone(ctx, order.id)) + (await returnedByChanges(ctx, order.id));
  const needsStaff = backHalalas > 0 && before + backHalalas > (await refundLimitHalalas(ctx));
  const fullHalalas = sumParts(changed.parts, "fullHalalas");
  const difference = { unitHalalas: 0, discountHalalas: 0 };
  return { ...base, difference, prices: new Map(), ...changed, fullHalalas, backHalalas, needsStaff };
}

/** Dates of the same course to which seats may go: on sale, still ahead, another one. */
export async function readDates(ctx: Ctx, run: Run) {
  const { courseId, id, startDate, cancelledAt } = courseRuns;
  const isAhead = and(
    eq(courseId, run.courseId),
    ne(id, run.id),
    gt(startDate, riyadhDate(ctx.now())),
    isNull(cancelledAt),
    eq(courses.disable_course, false),
    isNull(courseRuns.saleStoppedAt),
  );
  const rows = await ctx.db
    .select({ run: courseRuns })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(isAhead)
    .orderBy(startDate, id)
    .limit(24);
  const free = await readRuns(
    ctx,
    rows.map(({ run }) => run.id),
    null,
  );
  return rows.flatMap(({ run }) => {
    const locked = free.find(({ runId }) => runId === run.id);
    return locked ? [{ run, locked }] : [];
  });
}

/**
 * The new date of a move, with seats enough. What an exception allows needs no policy. Throws Conflict (not a date of the
 * course, none chosen, begun, closed, too few seats).
 */
export async function requireDate(ctx: Ctx, run: Run, toRunId: number | null, seats: number) {
  const { locale } = ctx;
  if (toRunId === null) throw new Conflict(m.changes_date_missing({}, { locale }));
  const to = (await readDates(ctx, run)).find(({ locked }) => locked.runId === toRunId);
  if (!to) throw new Conflict(m.changes_date_gone({}, { locale }));
  if (to.locked.seatsFree < seats)
    throw new Conflict(m.changes_date_full({ count: Math.max(0, to.locked.seatsFree) }, { locale }));
  return to;
}

/** Whether the policy of the day allows it. */
export const isInPolicy = (kind: ChangeWish["kind"], facts: Pick<QuoteFacts, "line" | "run" | "keptUntil">, at: Date) =>
  kind === "cancel" ? percentOn(facts, riyadhDate(at)) > 0 : mayMoveOn(facts, riyadhDate(at));

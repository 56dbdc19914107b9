import { isPaid } from "#features/orders/order-states.ts";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { quoteCredit } from "#features/invoices/issue.server.ts";
import { refundedAlone } from "./refund-quote.server.ts";
import { readSeatMoney } from "#features/settlement/refunds/seat-money.server.ts";
import { discountCodes } from "#features/discounts/tables.server.ts";
import { minChargeHalalas, maxPercentOff } from "#features/orders/pricing.ts";
import { paidForSeats, type SeatPrice } from "#features/settlement/refunds/seat-prices.ts";
import { readSeatPrices } from "#features/settlement/refunds/seat-prices.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { refundLimitHalalas, taxPercent } from "#features/settings/settings.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { taxOn } from "#i18n/money.ts";
import { type Ctx, requireViewer } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import {
  cancelParts,
  priceDifference,
  calculateDiscountAtDate,
  calculatePaidForLeavingSeats,
  priceMove,
  type PricedMove,
  type SeatDiscount,
} from "./change-money.ts";
import { sumParts, type ChangePart } from "#features/settlement/refunds/change-parts.ts";
import { readKept } from "#features/settlement/refunds/kept.server.ts";
import type { MovedPrices } from "#features/settlement/moves/move-seats.server.ts";
import { policySteps, stepsAhead } from "#features/catalogue/schedule/change-policy.ts";
import { orderChanges } from "./tables.server.ts";
import { firstSessionAt } from "#features/catalogue/schedule/sessions.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { z } from "zod";
import { isSame, sign } from "#platform/signing.server.ts";
import {
  type Line,
  type SeatRow,
  type ChangeInput,
  readPaidOrder,
  type ChangeableLine,
  readChangeableLines,
  requireSeats,
  refundPercentOn,
  canMoveOn,
  isInPolicy,
  listMoveDates,
  requireMoveDate,
  type QuoteFacts,
} from "./changeable-seats.server.ts";

/** Reads the orders that paid price differences of dearer dates for these seats, each with its lines of the run. */
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
  return [...Map.groupBy(paid, ({ order }) => order.id).entries()].map(([id, orderRows]) => ({
    id,
    taxPercent: orderRows[0]?.order.taxPercent ?? 0,
    unitHalalas: orderRows[0]?.line.unitPriceHalalas ?? 0,
    lineIds: orderRows.map(({ line }) => line.id),
  }));
}

/**
 * Reads what each order paid for seats of a run, after the discount: first the order that bought them, then those that
 * paid for dearer dates. Every quote of a change starts from here.
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
      fullHalalas: money.seatsHalalas,
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
  /** Percentage that the policy refunds for a cancellation; null for a move. */
  percent: number | null;
  /** What was paid for the seats. */
  fullHalalas: number;
  refundHalalas: number;
  refundTaxHalalas: number;
  payHalalas: number;
  payTaxHalalas: number;
  taxPercent: number;
  parts: ChangePart[];
  /** The amount that each payment refunds. `byHand`: a person makes a bank transfer. */
  refunds: { paymentId: string; orderId: number; amountHalalas: number; byHand: boolean }[];
  /** The lower refund that the policy gives after its next deadline, from the day `from` on. */
  afterDeadline: { from: string; refundHalalas: number } | null;
  /** Too few seats stay for the group discount, so the refund is smaller. */
  isBelowGroupSize: boolean;
  /** The refund is above the limit, so staff decide. */
  needsStaff: boolean;
  /** For a move: the price of one seat on the new date, before VAT. */
  toNetHalalas: number | null;
  /** How much more a dearer date costs, before VAT: for one seat, and the discount on all of them. */
  difference: Pick<PricedMove["difference"], "unitHalalas" | "discountHalalas">;
  /** For a move: what each order will have paid for the seats. */
  prices: MovedPrices;
}

/** Sums what changes without a staff decision have refunded of an order. */
async function readReturnedByChanges(ctx: Ctx, orderId: number): Promise<number> {
  const { state, parts } = orderChanges;
  const isDoneWithoutStaff = and(eq(orderChanges.orderId, orderId), eq(state, "done"), isNull(orderChanges.decidedBy));
  const rows = await ctx.db.select({ parts }).from(orderChanges).where(isDoneWithoutStaff);
  return sumParts(
    rows.flatMap((row) => row.parts),
    "backHalalas",
  );
}

type PaidOrders = Awaited<ReturnType<typeof readPaid>>;

/** Allocates a refund to payments and computes the VAT in it. */
async function allocateReturn(ctx: Ctx, paid: PaidOrders, parts: ChangePart[]) {
  let refundTaxHalalas = 0;
  const refunds: ChangeQuote["refunds"] = [];
  for (const { orderId, backHalalas } of parts) {
    const order = paid.find((one) => one.orderId === orderId);
    if (!order || backHalalas === 0) continue;
    const split = splitRefund(backHalalas, order.settled);
    if (!split) throw new Error(`Order ${orderId} holds less than what was paid for its seats`);
    for (const { payment, amountHalalas } of split)
      refunds.push({ paymentId: payment.id, orderId, amountHalalas, byHand: payment.method !== "card" });
    refundTaxHalalas += (await quoteCredit(ctx, orderId, backHalalas, order.taxPercent)).taxHalalas;
  }
  return { refunds, refundTaxHalalas };
}

/**
 * Reads what can be refunded for the leaving seats when too few seats stay for their group discount. Null where the
 * price of the staying seats does not change. Seats of the group that moved to another date count too, at the price of
 * that date.
 */
async function readGroupRefundable(ctx: Ctx, { order, line, chosen }: Pick<QuoteFacts, "order" | "line" | "chosen">) {
  const fromSeats = line.changePolicy.discountFromSeats ?? 0;
  if (fromSeats === 0) return null;
  const getBoughtRunId = (one: Pick<Line, "runId" | "movedFromId">) => one.movedFromId ?? one.runId;
  const lines = (await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))).filter(
    (one) => getBoughtRunId(one) === getBoughtRunId(line) && one.changePolicy.discountFromSeats === fromSeats,
  );
  const ids = chosen.map(({ id }) => id);
  const { open, leftHalalas } = await readSeatMoney(ctx, order.id, ids);
  const groupSeats = open.flatMap((seat) => {
    const seatLine = lines.find(({ id }) => id === seat.orderLineId);
    return seatLine ? [{ ...seat, unitHalalas: seatLine.unitPriceHalalas }] : [];
  });
  const staying = groupSeats.filter(({ id }) => !ids.includes(id));
  if (staying.length === 0 || staying.length >= fromSeats) return null;
  const calculateFullPrice = (seats: typeof groupSeats) => {
    const netHalalas = seats.reduce((sum, { unitHalalas }) => sum + unitHalalas, 0);
    return netHalalas + taxOn(netHalalas, order.taxPercent);
  };
  const otherSeats = open.filter(({ id }) => !groupSeats.some((seat) => seat.id === id));
  const keptHalalas = (await readKept(ctx, [order.id])).get(order.id) ?? 0;
  return calculatePaidForLeavingSeats({
    heldHalalas: leftHalalas - keptHalalas - otherSeats.reduce((sum, { totalHalalas }) => sum + totalHalalas, 0),
    stayingHalalas: calculateFullPrice(staying),
    leavingHalalas: calculateFullPrice(groupSeats.filter(({ id }) => ids.includes(id))),
  });
}

/** Quotes a cancellation that refunds a share of what was paid, such as 50 of 100 or 2 of 3 days. */
export async function quoteReturn(ctx: Ctx, facts: QuoteFacts, part: number, whole = 100) {
  const groupHalalas = await readGroupRefundable(ctx, facts);
  const isBelowGroupSize = groupHalalas !== null;
  const paid = (await readPaid(ctx, facts))
    .map((one) => (isBelowGroupSize && one.orderId === facts.order.id ? { ...one, fullHalalas: groupHalalas } : one))
    .filter(({ fullHalalas }) => fullHalalas > 0);
  const parts = cancelParts(paid, part, whole);
  return { paid, parts, isBelowGroupSize, ...(await allocateReturn(ctx, paid, parts)) };
}

async function quoteCancel(ctx: Ctx, facts: QuoteFacts, at: Date) {
  const { line, run } = facts;
  const today = riyadhDate(at);
  const percent = refundPercentOn(facts, today);
  const { paid, parts, refunds, refundTaxHalalas, isBelowGroupSize } = await quoteReturn(ctx, facts, percent);
  const remainingSteps = stepsAhead(
    policySteps(line.changePolicy, run.startDate, { wasMoved: line.movedFromId !== null }),
    today,
  );
  const lastDay = remainingSteps.findLast((step) => step.percent === percent)?.until;
  const nextStep = remainingSteps.find((step) => step.percent !== percent);
  const afterDeadline =
    lastDay && nextStep && percent > 0
      ? { from: addDays(lastDay, 1), refundHalalas: sumParts(cancelParts(paid, nextStep.percent), "backHalalas") }
      : null;
  return { percent, parts, refunds, refundTaxHalalas, isBelowGroupSize, afterDeadline };
}

/** Reads the discount that follows the seats of a line to another date (docs/pricing.md). */
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

/**
 * Returns a function that tells how much more another date costs for one seat with its discount, before VAT; negative
 * for less.
 */
export async function readDateDifference(ctx: Ctx, { line, run, seats }: ChangeableLine) {
  const [seat] = seats;
  const differenceOrders = await readDifferences(ctx, run.id, seats.slice(0, 1));
  const discount = await readSeatDiscount(ctx, line);
  const prices = await readSeatPrices(ctx, [line.orderId, ...differenceOrders.map(({ id }) => id)]);
  const netHalalas =
    (prices.get(line.id)?.[(seat?.seat ?? 1) - 1]?.netHalalas ?? 0) +
    differenceOrders.reduce((sum, { lineIds: [lineId] }) => sum + (prices.get(lineId ?? 0)?.[0]?.netHalalas ?? 0), 0);
  const grossHalalas = line.unitPriceHalalas + differenceOrders.reduce((sum, { unitHalalas }) => sum + unitHalalas, 0);
  const before = { grossHalalas, offHalalas: grossHalalas - netHalalas };
  return (toHalalas: number): number => toHalalas - calculateDiscountAtDate(discount, before, toHalalas) - netHalalas;
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
  // The provider refuses payments as small as this, so the buyer does not pay the difference.
  const isTooSmall = pay.payHalalas < minChargeHalalas;
  const parts = priced.parts
    .filter(({ fullHalalas }) => fullHalalas > 0)
    .map(({ orderId, fullHalalas, backHalalas }) => ({ orderId, fullHalalas, backHalalas }));
  return {
    percent: null,
    parts,
    ...(await allocateReturn(ctx, paid, parts)),
    afterDeadline: null,
    taxPercent: percent,
    ...(isTooSmall ? { payHalalas: 0, payTaxHalalas: 0 } : { ...pay, difference }),
    toNetHalalas,
    prices: new Map(priced.parts.map((part) => [part.orderId, part])),
  };
}

/**
 * Quotes a change on the day of `at` from the order's present state. `toNetHalalas` is the seat price that an earlier
 * quote promised.
 */
export async function computeQuote(
  ctx: Ctx,
  kind: ChangeInput["kind"],
  facts: QuoteFacts,
  { at, toNetHalalas }: { at: Date; toNetHalalas?: number | null },
): Promise<ChangeQuote> {
  const { order, newRun } = facts;
  const defaults = {
    isBelowGroupSize: false,
    payHalalas: 0,
    payTaxHalalas: 0,
    taxPercent: order.taxPercent,
    toNetHalalas: null,
  };
  if (kind === "move" && !newRun) throw new Error("A move has no new date");
  const change =
    kind === "move"
      ? await quoteMove(ctx, facts, toNetHalalas ?? newRun?.unitPriceHalalas ?? 0)
      : await quoteCancel(ctx, facts, at);
  const refundHalalas = sumParts(change.parts, "backHalalas");
  const refundedHalalas = (await refundedAlone(ctx, order.id)) + (await readReturnedByChanges(ctx, order.id));
  const needsStaff = refundHalalas > 0 && refundedHalalas + refundHalalas > (await refundLimitHalalas(ctx));
  const fullHalalas = sumParts(change.parts, "fullHalalas");
  const difference = { unitHalalas: 0, discountHalalas: 0 };
  return { ...defaults, difference, prices: new Map(), ...change, fullHalalas, refundHalalas, needsStaff };
}

export interface Quote extends ChangeQuote {
  run: typeof courseRuns.$inferSelect;
  /** The new date; null for a cancellation. */
  toRun: typeof courseRuns.$inferSelect | null;
  /** Whether the policy allows the change today. */
  isAllowed: boolean;
  token: string;
  expiresAt: Date;
}

/**
 * Quotes what a change would cost or refund. The quote is valid for 15 minutes and changes nothing. Throws
 * Unauthenticated, NotFound, Conflict (not paid, seats gone, date gone or full), ValidationError, RateLimited.
 */
export async function quoteChange(ctx: Ctx, input: ChangeInput): Promise<Quote> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "changeQuotePerAccount", viewer.id);
  const { orderId, runId, kind, seatIds, toRunId } = input;
  const at = ctx.now();
  const order = await readPaidOrder(ctx, orderId, viewer.id);
  const { run, ...seats } = await requireSeats(ctx, input);
  const date = kind === "move" ? await requireMoveDate(ctx, run, toRunId, seats.chosen.length) : null;
  const facts = { order, run, ...seats, newRun: date?.locked ?? null };
  const quote = await computeQuote(ctx, kind, facts, { at });
  const { refundHalalas: backHalalas, payHalalas, toNetHalalas } = quote;
  const quoted = { orderId, runId, kind, toRunId: date?.run.id ?? null, toNetHalalas, backHalalas, payHalalas };
  const token = toQuoteToken(ctx, {
    ...quoted,
    userId: viewer.id,
    seatIds: seatIds.toSorted((a, b) => a - b),
    at: at.getTime(),
  });
  return {
    ...quote,
    run,
    toRun: date?.run ?? null,
    isAllowed: isInPolicy(kind, facts, at),
    token,
    expiresAt: new Date(at.getTime() + quoteMinutes * 60_000),
  };
}

/** Lists what the buyer may change of each line, and until when. Throws Unauthenticated, NotFound, Conflict (not paid). */
export async function listChangeOptions(ctx: Ctx, { orderId }: { orderId: number }) {
  const viewer = requireViewer(ctx);
  await readPaidOrder(ctx, orderId, viewer.id);
  const now = ctx.now();
  const today = riyadhDate(now);
  const lines = [];
  for (const changeableLine of await readChangeableLines(ctx, orderId)) {
    const { line, run, keptUntil } = changeableLine;
    const isKept = keptUntil !== null;
    const calculateDifference = await readDateDifference(ctx, changeableLine);
    const begins = await firstSessionAt(ctx, run);
    const steps = stepsAhead(
      policySteps(line.changePolicy, run.startDate, { wasMoved: line.movedFromId !== null }),
      today,
    );
    lines.push({
      ...changeableLine,
      steps: isKept ? [] : begins > now ? steps : steps.filter(({ until }) => until === null),
      begins: run.timesConfirmed ? begins : null,
      percent: refundPercentOn(changeableLine, today),
      mayMove: canMoveOn(changeableLine, today),
      maySend: !isKept && begins > now,
      dates: (await listMoveDates(ctx, run)).map((date) => ({
        ...date,
        differenceHalalas: calculateDifference(date.locked.unitPriceHalalas),
      })),
    });
  }
  return lines;
}

/** How long a quote is valid. */
const quoteMinutes = 15;

const quotedChange = z.object({
  /** The buyer who got the quote. */
  userId: z.string(),
  orderId: z.int(),
  runId: z.int(),
  kind: z.enum(["cancel", "move"]),
  seatIds: z.array(z.int()),
  toRunId: z.int().nullable(),
  /** Quoted seat price of the new date. */
  toNetHalalas: z.int().nullable(),
  /** The quoted refund. */
  backHalalas: z.int(),
  payHalalas: z.int(),
  /** When the quote was made, in epoch milliseconds. */
  at: z.int(),
});

export type QuotedChange = z.infer<typeof quotedChange>;

const signText = (ctx: Pick<Ctx, "env">, text: string) => sign(ctx, `change-quote:${text}`).toString("base64url");

/** Signs a quote, so that the browser can return it but not change it. */
export function toQuoteToken(ctx: Pick<Ctx, "env">, quoted: QuotedChange): string {
  const text = Buffer.from(JSON.stringify(quoted)).toString("base64url");
  return `${text}.${signText(ctx, text)}`;
}

/** Reads the caller's quote from its token. Throws Conflict when it has expired, is another buyer's or is not valid. */
export function readQuoteToken(ctx: Ctx, token: string): QuotedChange {
  const expired = new Conflict(m.changes_quote_over({}, { locale: ctx.locale }));
  const [text = "", signature = ""] = token.split(".");
  if (!isSame(Buffer.from(signature), Buffer.from(signText(ctx, text)))) throw expired;
  const quoted = quotedChange.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  const ageMs = ctx.now().getTime() - quoted.at;
  if (quoted.userId !== requireViewer(ctx).id || ageMs > quoteMinutes * 60_000) throw expired;
  return quoted;
}

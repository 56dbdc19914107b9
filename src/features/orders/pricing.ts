import { decimalFromHalalas, shares, taxOn } from "#i18n/money.ts";

export { taxOn };

/** Pricing rules, explained in docs/pricing.md. Amounts are whole halalas; unit prices are without VAT. */
export interface PricedLine {
  unitPriceHalalas: number;
  qty: number;
  /** For the whole line, without VAT. */
  discountHalalas?: number;
}
export interface OrderTotals {
  subTotalHalalas: number;
  taxHalalas: number;
  totalHalalas: number;
}

export const maxQty = 50;
export const maxLines = 20;
/** The provider takes no card payment below 1.00 SAR. */
export const minChargeHalalas = 100;

/** Calculates a line without VAT, after its discount. */
export const lineNet = ({ unitPriceHalalas, qty, discountHalalas = 0 }: PricedLine): number =>
  unitPriceHalalas * qty - discountHalalas;

/** Percents of discounts are whole; a line is never free. */
export const maxPercentOff = 90;

/** The seat price of a run for several seats in one order, or what all its seats cost together. */
export type GroupPrice = { fromSeats: number; percent: number } | { seats: number; netHalalas: number };

interface GroupPricedRun {
  capacity: number;
  groupFromSeats: number | null;
  groupPercent: number | null;
  wholePriceHalalas: number | null;
}

/** Reads the group price of a run; null without one. */
export function getGroupPrice(run: GroupPricedRun): GroupPrice | null {
  if (run.wholePriceHalalas !== null) return { seats: run.capacity, netHalalas: run.wholePriceHalalas };
  return run.groupFromSeats !== null && run.groupPercent !== null
    ? { fromSeats: run.groupFromSeats, percent: run.groupPercent }
    : null;
}

/**
 * Calculates the price of one seat when all seats have one price together. Rounds up to the halala; a discount of the
 * line takes off what the rounding adds.
 */
export const seatShare = (netHalalas: number, seats: number): number => Math.ceil(netHalalas / seats);

/**
 * The discount of a code: a percentage of each line with an optional maximum per order, or an amount off all lines
 * together.
 */
export type CodeDiscount =
  | { percent: number; amountHalalas: null; maxDiscountHalalas?: number | null }
  | { percent: null; amountHalalas: number };

export interface LineDiscount {
  kind: "group" | "code";
  halalas: number;
  /** Null for a share of a fixed amount or of the maximum discount, and for what rounding a whole price leaves. */
  percent: number | null;
  /** Minimum seats of the line for the discount; absent without a minimum. */
  fromSeats?: number;
}
/** Reads the stored discount of a line; null without one. */
export function getLineDiscount(line: {
  discountHalalas: number;
  discountPercent: number | null;
  discountCode: string | null;
}): { halalas: number; percent: number | null; code: string | null } | null {
  const { discountHalalas: halalas, discountPercent: percent, discountCode: code } = line;
  return halalas > 0 ? { halalas, percent, code } : null;
}

/** Converts a discount to the form of the API, with a decimal amount. */
export const toDiscount = (discount: ReturnType<typeof getLineDiscount> | undefined) =>
  discount ? { amount: decimalFromHalalas(discount.halalas), percent: discount.percent, code: discount.code } : null;

export interface DiscountableLine {
  unitPriceHalalas: number;
  qty: number;
  group: GroupPrice | null;
  /** Whether the order's code applies to this line. */
  isForCode: boolean;
}

const sumAmounts = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** Calculates a whole percentage, rounded half up to the halala. */
export const applyPercent = (halalas: number, percent: number): number => Math.floor((halalas * percent + 50) / 100);

function calculateGroupDiscount({ unitPriceHalalas, qty, group }: DiscountableLine): LineDiscount | null {
  if (!group) return null;
  if ("netHalalas" in group)
    return qty === group.seats
      ? { kind: "group", halalas: unitPriceHalalas * qty - group.netHalalas, percent: null }
      : null;
  if (qty < group.fromSeats) return null;
  const { fromSeats, percent } = group;
  return { kind: "group", halalas: applyPercent(unitPriceHalalas * qty, percent), percent, fromSeats };
}

function calculateCodeDiscounts(lines: readonly DiscountableLine[], code: CodeDiscount): LineDiscount[] {
  const lineHalalas = lines.map(({ unitPriceHalalas, qty, isForCode }) => (isForCode ? unitPriceHalalas * qty : 0));
  const shareDiscount = (amount: number, weights: number[]): LineDiscount[] =>
    shares(amount, weights).map((halalas) => ({ kind: "code", halalas, percent: null }));
  if (code.percent === null)
    return shareDiscount(
      Math.min(code.amountHalalas, applyPercent(sumAmounts(lineHalalas), maxPercentOff)),
      lineHalalas,
    );
  const { percent, maxDiscountHalalas } = code;
  const lineDiscounts = lineHalalas.map((halalas) => applyPercent(halalas, percent));
  if (maxDiscountHalalas != null && sumAmounts(lineDiscounts) > maxDiscountHalalas)
    return shareDiscount(maxDiscountHalalas, lineDiscounts);
  return lineDiscounts.map((halalas) => ({ kind: "code", halalas, percent }));
}

/** Converts a run with its seats and discount to a line that can be priced. */
export const pricedLine = (line: {
  run: { unitPriceHalalas: number };
  qty: number;
  discount?: LineDiscount | null;
}): PricedLine => ({
  qty: line.qty,
  unitPriceHalalas: line.run.unitPriceHalalas,
  discountHalalas: line.discount?.halalas ?? 0,
});

/** Calculates the discount of each line: the better of its group price and its part of the code; null for none. */
export function discountLines(lines: readonly DiscountableLine[], code: CodeDiscount | null): (LineDiscount | null)[] {
  const lineCodeDiscounts = code ? calculateCodeDiscounts(lines, code) : [];
  return lines.map((line, index) => {
    const [group, coded] = [calculateGroupDiscount(line), lineCodeDiscounts[index] ?? null];
    const better = coded && coded.halalas > (group?.halalas ?? 0) ? coded : group;
    return better && better.halalas > 0 ? better : null;
  });
}

/** Calculates the price of seats of one run without VAT, in whole halalas, including the group price. */
export function seatsNet(run: GroupPricedRun & { priceHalalas: number }, qty: number): number {
  const line = { unitPriceHalalas: run.priceHalalas, qty };
  const [discount] = discountLines([{ ...line, group: getGroupPrice(run), isForCode: false }], null);
  return lineNet({ ...line, discountHalalas: discount?.halalas ?? 0 });
}

/** Calculates subtotal, tax and total of lines at a tax rate in percent. */
export function priceOrder(lines: readonly PricedLine[], percent: number): OrderTotals {
  const subTotalHalalas = lines.reduce((sum, line) => sum + lineNet(line), 0);
  const taxHalalas = taxOn(subTotalHalalas, percent);
  return { subTotalHalalas, taxHalalas, totalHalalas: subTotalHalalas + taxHalalas };
}

/** Calculates what all seats of a run cost together, with VAT. */
export const priceWholeRun = (run: GroupPricedRun & { priceHalalas: number }, percent: number) =>
  priceOrder([{ qty: 1, unitPriceHalalas: seatsNet(run, run.capacity) }], percent);

/** Builds a key of what is bought, whatever the order of the lines, to recognise a repeated submit. */
export function itemsKey(lines: readonly { runId: number; qty: number }[]): string {
  return [...lines]
    .sort((a, b) => a.runId - b.runId)
    .map((line) => `${line.runId}x${line.qty}`)
    .join(",");
}

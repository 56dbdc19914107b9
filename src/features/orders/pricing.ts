import { decimalFromHalalas, shares, taxOn } from "#i18n/money.ts";

export { taxOn };

/** The rules in words: docs/pricing.md. Amounts are whole halalas; unit prices are without VAT. */
export interface PricedLine {
  unitPriceHalalas: number;
  qty: number;
  /** Of the whole line, without VAT. */
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

/** A line without VAT, after its discount. */
export const lineNet = ({ unitPriceHalalas, qty, discountHalalas = 0 }: PricedLine): number =>
  unitPriceHalalas * qty - discountHalalas;

/** Percents of discounts are whole; a line is never free. */
export const maxPercentOff = 90;

/** The price of a run for several seats in one order. */
export interface GroupPrice {
  fromSeats: number;
  percent: number;
}
/** The group price of a run; null without one. */
export const getGroupPrice = (run: { groupFromSeats: number | null; groupPercent: number | null }): GroupPrice | null =>
  run.groupFromSeats !== null && run.groupPercent !== null
    ? { fromSeats: run.groupFromSeats, percent: run.groupPercent }
    : null;

/** What a code takes off: a percentage of each of its lines, at most so much in all, or an amount of them together. */
export type CodeDiscount =
  | { percent: number; amountHalalas: null; maxDiscountHalalas?: number | null }
  | { percent: null; amountHalalas: number };

export interface LineDiscount {
  kind: "group" | "code";
  halalas: number;
  /** Null for a share of an amount, or of the most that a percentage takes off. */
  percent: number | null;
  /** Minimum number of seats of the line for it; absent when any number gets it. */
  fromSeats?: number;
}
/** The discount of a line as it was written; null without one. */
export function getLineDiscount(line: {
  discountHalalas: number;
  discountPercent: number | null;
  discountCode: string | null;
}): { halalas: number; percent: number | null; code: string | null } | null {
  const { discountHalalas: halalas, discountPercent: percent, discountCode: code } = line;
  return halalas > 0 ? { halalas, percent, code } : null;
}

/** The same with a decimal amount, as on the wire. */
export const toDiscount = (discount: ReturnType<typeof getLineDiscount> | undefined) =>
  discount ? { amount: decimalFromHalalas(discount.halalas), percent: discount.percent, code: discount.code } : null;

export interface DiscountableLine {
  unitPriceHalalas: number;
  qty: number;
  group: GroupPrice | null;
  /** Whether the code of the order is for it. */
  isForCode: boolean;
}

const sumAmounts = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** A whole percentage in whole halalas, rounded half up. */
export const applyPercent = (halalas: number, percent: number): number => Math.floor((halalas * percent + 50) / 100);

function groupDiscount({ unitPriceHalalas, qty, group }: DiscountableLine): LineDiscount | null {
  if (!group || qty < group.fromSeats) return null;
  const { fromSeats, percent } = group;
  return { kind: "group", halalas: applyPercent(unitPriceHalalas * qty, percent), percent, fromSeats };
}

function codeDiscounts(lines: readonly DiscountableLine[], code: CodeDiscount): LineDiscount[] {
  const gross = lines.map(({ unitPriceHalalas, qty, isForCode }) => (isForCode ? unitPriceHalalas * qty : 0));
  const sharedOut = (amount: number, by: number[]): LineDiscount[] =>
    shares(amount, by).map((halalas) => ({ kind: "code", halalas, percent: null }));
  if (code.percent === null)
    return sharedOut(Math.min(code.amountHalalas, applyPercent(sumAmounts(gross), maxPercentOff)), gross);
  const { percent, maxDiscountHalalas } = code;
  const off = gross.map((halalas) => applyPercent(halalas, percent));
  if (maxDiscountHalalas != null && sumAmounts(off) > maxDiscountHalalas) return sharedOut(maxDiscountHalalas, off);
  return off.map((halalas) => ({ kind: "code", halalas, percent }));
}

/** A run, its seats and its discount, to be priced. */
export const pricedLine = (line: {
  run: { unitPriceHalalas: number };
  qty: number;
  discount?: LineDiscount | null;
}): PricedLine => ({
  qty: line.qty,
  unitPriceHalalas: line.run.unitPriceHalalas,
  discountHalalas: line.discount?.halalas ?? 0,
});

/** The discount of each line: the better of its group price and its part of the code; null for none. */
export function discountLines(lines: readonly DiscountableLine[], code: CodeDiscount | null): (LineDiscount | null)[] {
  const lineCodeDiscounts = code ? codeDiscounts(lines, code) : [];
  return lines.map((line, at) => {
    const [group, coded] = [groupDiscount(line), lineCodeDiscounts[at] ?? null];
    const better = coded && coded.halalas > (group?.halalas ?? 0) ? coded : group;
    return better && better.halalas > 0 ? better : null;
  });
}

/** What seats of one run cost without VAT, whole halalas, with the group price of so many. */
export function seatsNet(
  run: { priceHalalas: number; groupFromSeats: number | null; groupPercent: number | null },
  qty: number,
): number {
  const line = { unitPriceHalalas: run.priceHalalas, qty };
  const [discount] = discountLines([{ ...line, group: getGroupPrice(run), isForCode: false }], null);
  return lineNet({ ...line, discountHalalas: discount?.halalas ?? 0 });
}

/** Subtotal, tax and total of lines at a tax rate in percent. */
export function priceOrder(lines: readonly PricedLine[], percent: number): OrderTotals {
  const subTotalHalalas = lines.reduce((sum, line) => sum + lineNet(line), 0);
  const taxHalalas = taxOn(subTotalHalalas, percent);
  return { subTotalHalalas, taxHalalas, totalHalalas: subTotalHalalas + taxHalalas };
}

/** Identifies what is bought, whatever the order of the lines, to recognise a repeated submit. */
export function itemsKey(lines: readonly { runId: number; qty: number }[]): string {
  return [...lines]
    .sort((a, b) => a.runId - b.runId)
    .map((line) => `${line.runId}x${line.qty}`)
    .join(",");
}

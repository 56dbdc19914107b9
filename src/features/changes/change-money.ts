/** Pricing rules of a change, without I/O. Amounts are whole halalas, VAT included unless their name says `net`. */
import { applyPercent } from "#features/orders/pricing.ts";
import type { ChangePart, MovedPart } from "#features/settlement/refunds/change-parts.ts";
import { taxOn } from "#i18n/money.ts";

/**
 * Calculates what counts as paid for the leaving seats when too few stay for a group discount. It is what the order
 * still holds for the group, less the full price of the staying seats, and at most the full price of the leaving seats.
 */
export function calculatePaidForLeavingSeats(group: {
  /** What the order holds for all seats of the group, staying and leaving. */
  heldHalalas: number;
  /** Price of the staying seats, VAT included, without the discount. */
  stayingHalalas: number;
  /** Price of the leaving seats, VAT included, without the discount. */
  leavingHalalas: number;
}): number {
  return Math.max(0, Math.min(group.leavingHalalas, group.heldHalalas - group.stayingHalalas));
}

/** Calculates a share such as 50 of 100 or 2 of 3 days, rounded half up to the halala. */
export const calculateShare = (halalas: number, part: number, whole = 100): number =>
  Math.floor((2 * halalas * part + whole) / (2 * whole));

/** Calculates the refund of each order that paid for the seats. */
export const cancelParts = (
  paid: readonly { orderId: number; fullHalalas: number }[],
  part: number,
  whole = 100,
): ChangePart[] =>
  paid.map(({ orderId, fullHalalas }) => ({
    orderId,
    fullHalalas,
    backHalalas: calculateShare(fullHalalas, part, whole),
  }));

/** What one order has paid for seats that move together. */
export interface PaidSeats {
  orderId: number;
  taxPercent: number;
  /** Price of one seat, before VAT and discount: that of the purchase, or what a dearer date added. */
  unitHalalas: number;
  /** Price of all seats, before VAT, after the discount. */
  netHalalas: number;
  /** Price of all seats with VAT, as ordered. */
  priceHalalas: number;
  /** What the order still holds for the seats, VAT included. No more than this can be refunded. */
  fullHalalas: number;
}

/** How a discount follows seats to another date. */
export interface SeatDiscount {
  /** Null for a discount of a fixed amount. */
  percent: number | null;
  /** A fixed amount is at most this percentage of the new price. For a capped code: the code's percentage. */
  maxPercent: number;
}

/**
 * Calculates the discount of seats on another date: the same percentage of the new price, or the same amount. Amounts are
 * for all the seats, before VAT. Rounding never makes a dearer date cheaper, nor a cheaper date dearer.
 */
export function calculateDiscountAtDate(
  { percent, maxPercent }: SeatDiscount,
  { grossHalalas, offHalalas }: { grossHalalas: number; offHalalas: number },
  toGrossHalalas: number,
): number {
  if (offHalalas === 0) return 0;
  const moreHalalas = toGrossHalalas - grossHalalas;
  const newOffHalalas =
    percent === null
      ? Math.min(offHalalas, applyPercent(toGrossHalalas, maxPercent))
      : applyPercent(toGrossHalalas, percent);
  return Math.min(
    Math.max(newOffHalalas, offHalalas + Math.min(0, moreHalalas)),
    offHalalas + Math.max(0, moreHalalas),
  );
}

/** Adds VAT to the price difference of a dearer date. */
export function priceDifference(netHalalas: number, taxPercent: number) {
  const payTaxHalalas = taxOn(netHalalas, taxPercent);
  return { payHalalas: netHalalas + payTaxHalalas, payTaxHalalas };
}

export interface PricedMove {
  /**
   * How much more a dearer date costs: for one seat before the discount, and for all seats after it. 0 for a cheaper
   * date.
   */
  difference: { unitHalalas: number; discountHalalas: number; netHalalas: number };
  parts: MovedPart[];
}

const addUp = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/**
 * Spreads the lower price `toNetHalalas` of all seats over the orders that paid, oldest first. The rest is refunded.
 */
function splitCheaperPrice(paid: readonly PaidSeats[], seats: number, toUnitHalalas: number, toNetHalalas: number) {
  let unitLeft = toUnitHalalas;
  let netLeft = toNetHalalas;
  return paid.map((order): MovedPart => {
    const { orderId, taxPercent, priceHalalas, fullHalalas } = order;
    const unitHalalas = Math.min(order.unitHalalas, unitLeft);
    unitLeft -= unitHalalas;
    const isLast = unitLeft === 0;
    const netHalalas =
      unitHalalas === 0 ? 0 : isLast ? Math.max(1, Math.min(order.netHalalas, netLeft)) : order.netHalalas;
    netLeft -= netHalalas;
    const part = { orderId, fullHalalas, unitHalalas, discountHalalas: unitHalalas * seats - netHalalas };
    if (unitHalalas === 0) return { ...part, backHalalas: fullHalalas };
    if (netHalalas === order.netHalalas) return { ...part, backHalalas: 0 };
    // The order keeps the price of the new date, whatever was refunded of it before, so that its seats stay paid.
    const newPriceHalalas = netHalalas + taxOn(netHalalas, taxPercent);
    return { ...part, backHalalas: Math.max(0, Math.min(priceHalalas, fullHalalas) - newPriceHalalas) };
  });
}

/**
 * Prices a move, so that in the end the buyer has paid the price of the new date with the same discount. For a dearer
 * date the buyer pays the difference. For a cheaper one the difference is refunded, from the latest payment first.
 */
export function priceMove(
  paid: readonly PaidSeats[],
  { seats, toUnitHalalas, discount }: { seats: number; toUnitHalalas: number; discount: SeatDiscount },
): PricedMove {
  const unitHalalas = addUp(paid.map((order) => order.unitHalalas));
  const netHalalas = addUp(paid.map((order) => order.netHalalas));
  const grossHalalas = unitHalalas * seats;
  const toGrossHalalas = toUnitHalalas * seats;
  const before = { grossHalalas, offHalalas: grossHalalas - netHalalas };
  const toNetHalalas = toGrossHalalas - calculateDiscountAtDate(discount, before, toGrossHalalas);
  const moreHalalas = toUnitHalalas - unitHalalas;
  if (moreHalalas < 0) {
    const difference = { unitHalalas: 0, discountHalalas: 0, netHalalas: 0 };
    return { difference, parts: splitCheaperPrice(paid, seats, toUnitHalalas, toNetHalalas) };
  }
  const difference = toNetHalalas - netHalalas;
  return {
    difference: { unitHalalas: moreHalalas, discountHalalas: moreHalalas * seats - difference, netHalalas: difference },
    parts: paid.map((order) => ({
      orderId: order.orderId,
      fullHalalas: order.fullHalalas,
      backHalalas: 0,
      unitHalalas: order.unitHalalas,
      discountHalalas: order.unitHalalas * seats - order.netHalalas,
    })),
  };
}

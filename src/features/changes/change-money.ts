/** The money of a change: rules without I/O. Amounts are whole halalas, VAT included unless their name says `net`. */
import { applyPercent } from "#features/orders/pricing.ts";
import type { ChangePart, MovedPart } from "#features/settlement/refunds/change-parts.ts";
import { taxOn } from "#i18n/money.ts";

/**
 * What is paid for the leaving seats of a group when too few stay for the discount: what the order holds for the group,
 * less the full price of the staying seats; at most the full price of the leaving seats.
 */
export function paidBeyondStaying(group: {
  /** Held for all seats of the group, these too. */
  heldHalalas: number;
  /** VAT included, without the discount. */
  stayingHalalas: number;
  leavingHalalas: number;
}): number {
  return Math.max(0, Math.min(group.leavingHalalas, group.heldHalalas - group.stayingHalalas));
}

/** A share such as 50 of 100, or 2 of 3 days; rounded half up to the halala. */
export const calculateShare = (halalas: number, part: number, whole = 100): number =>
  Math.floor((2 * halalas * part + whole) / (2 * whole));

/** What a cancellation returns of each order that paid for the seats. */
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

/** What one order has paid for some seats that move together. */
export interface PaidSeats {
  orderId: number;
  taxPercent: number;
  /** Of one seat, before VAT and discount: as bought, or what a dearer date added. */
  unitHalalas: number;
  /** Of all of them, before VAT, after the discount. */
  netHalalas: number;
  /** The same with VAT, as ordered. */
  priceHalalas: number;
  /** What the order still holds for them, VAT included: no more than that goes back. */
  fullHalalas: number;
}

/** How a discount follows seats to another date. */
export interface SeatDiscount {
  /** Null: an amount, which stays the same amount. */
  percent: number | null;
  /** Of an amount: at most this share of the new price. A code's own percentage where its amount was capped. */
  maxPercent: number;
}

/**
 * What is taken off some seats at another date: the percentage of their new price, or the same amount. Amounts are
 * before VAT, of all these seats. Rounding never makes a dearer date cheaper, or a cheaper one dearer.
 */
export function discountAtDate(
  { percent, maxPercent }: SeatDiscount,
  { grossHalalas, offHalalas }: { grossHalalas: number; offHalalas: number },
  toGrossHalalas: number,
): number {
  if (offHalalas === 0) return 0;
  const more = toGrossHalalas - grossHalalas;
  const off =
    percent === null
      ? Math.min(offHalalas, applyPercent(toGrossHalalas, maxPercent))
      : applyPercent(toGrossHalalas, percent);
  return Math.min(Math.max(off, offHalalas + Math.min(0, more)), offHalalas + Math.max(0, more));
}

/** What is to be paid for a dearer date: `netHalalas` more for all its seats. */
export function priceDifference(netHalalas: number, taxPercent: number) {
  const payTaxHalalas = taxOn(netHalalas, taxPercent);
  return { payHalalas: netHalalas + payTaxHalalas, payTaxHalalas };
}

export interface PricedMove {
  /** What a dearer date costs more, of one seat before its discount, and of all after it; 0 for a cheaper one. */
  difference: { unitHalalas: number; discountHalalas: number; netHalalas: number };
  parts: MovedPart[];
}

const add = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** Spreads the lower price `toNetHalalas` of all seats over the orders that paid, oldest first; the rest goes back. */
function cheaperParts(paid: readonly PaidSeats[], seats: number, toUnitHalalas: number, toNetHalalas: number) {
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
    // The order keeps what the new date costs, so that its seats stay, whatever was refunded of it before.
    const costs = netHalalas + taxOn(netHalalas, taxPercent);
    return { ...part, backHalalas: Math.max(0, Math.min(priceHalalas, fullHalalas) - costs) };
  });
}

/**
 * Prices a move: in the end the seats have cost what the new date costs with the same discount. A dearer date costs the
 * difference; of a cheaper one the difference goes back, first from what was paid last.
 */
export function priceMove(
  paid: readonly PaidSeats[],
  { seats, toUnitHalalas, discount }: { seats: number; toUnitHalalas: number; discount: SeatDiscount },
): PricedMove {
  const unitHalalas = add(paid.map((order) => order.unitHalalas));
  const netHalalas = add(paid.map((order) => order.netHalalas));
  const grossHalalas = unitHalalas * seats;
  const toGrossHalalas = toUnitHalalas * seats;
  const before = { grossHalalas, offHalalas: grossHalalas - netHalalas };
  const toNetHalalas = toGrossHalalas - discountAtDate(discount, before, toGrossHalalas);
  const more = toUnitHalalas - unitHalalas;
  if (more < 0) {
    const difference = { unitHalalas: 0, discountHalalas: 0, netHalalas: 0 };
    return { difference, parts: cheaperParts(paid, seats, toUnitHalalas, toNetHalalas) };
  }
  const difference = toNetHalalas - netHalalas;
  return {
    difference: { unitHalalas: more, discountHalalas: more * seats - difference, netHalalas: difference },
    parts: paid.map((order) => ({
      orderId: order.orderId,
      fullHalalas: order.fullHalalas,
      backHalalas: 0,
      unitHalalas: order.unitHalalas,
      discountHalalas: order.unitHalalas * seats - order.netHalalas,
    })),
  };
}

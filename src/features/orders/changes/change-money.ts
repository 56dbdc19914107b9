/** The money of a change: rules without I/O. Amounts are whole halalas, VAT included unless their name says `net`. */
import { taxOn } from "#i18n/money.ts";

/**
 * What is paid for some seats of an order: their parts of its lines (`readSeatPrices`), at most what the order holds.
 * The last seats take all of it, but never what was kept of seats cancelled before.
 */
export function paidForSeats(order: {
  seatsHalalas: number;
  /** No other seat is left. */
  isAll: boolean;
  leftHalalas: number;
  /** Kept by the policy from earlier cancellations. */
  keptHalalas: number;
}): number {
  const held = Math.max(0, order.leftHalalas - order.keptHalalas);
  if (order.isAll) return held;
  return Math.min(held, order.seatsHalalas);
}

/** A share such as 50 of 100, or 2 of 3 days; rounded half up to the halala. */
export const shareOf = (halalas: number, part: number, whole = 100): number =>
  Math.floor((2 * halalas * part + whole) / (2 * whole));

/** What comes of the money of one order. */
export interface ChangePart {
  orderId: number;
  /** Paid for the seats. */
  fullHalalas: number;
  /** What goes back of it; the rest is kept. */
  backHalalas: number;
}

/** What a cancellation returns of each order that paid for the seats. */
export const cancelParts = (
  paid: readonly { orderId: number; fullHalalas: number }[],
  part: number,
  whole = 100,
): ChangePart[] =>
  paid.map(({ orderId, fullHalalas }) => ({ orderId, fullHalalas, backHalalas: shareOf(fullHalalas, part, whole) }));

/** What cancellations kept of an order by now. */
export const keptOf = (parts: readonly ChangePart[], orderId: number): number =>
  parts
    .filter((part) => part.orderId === orderId)
    .reduce((sum, { fullHalalas, backHalalas }) => sum + fullHalalas - backHalalas, 0);

/** What a move costs or returns before VAT, a seat: above zero it is to pay. */
export interface MovePrice {
  seats: number;
  /** Of one seat, as bought, with what earlier moves added. */
  fromNetHalalas: number;
  toNetHalalas: number;
  taxPercent: number;
  /** Paid for these seats in this order: no more than that goes back. */
  fullHalalas: number;
}

/** What is to be paid, or goes back, for a move. */
export function moveDifference({ seats, fromNetHalalas, toNetHalalas, taxPercent, fullHalalas }: MovePrice) {
  const netHalalas = (toNetHalalas - fromNetHalalas) * seats;
  const halalas = Math.abs(netHalalas) + taxOn(Math.abs(netHalalas), taxPercent);
  return netHalalas >= 0
    ? { payHalalas: halalas, backHalalas: 0, netHalalas }
    : { payHalalas: 0, backHalalas: Math.min(halalas, fullHalalas), netHalalas };
}

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

/** What one order has paid for some seats. */
export interface PaidSeats {
  orderId: number;
  taxPercent: number;
  /** Of one seat, before VAT: as bought, or what a dearer date added. */
  netHalalas: number;
  /** Of all of them with VAT: no more than that goes back. */
  fullHalalas: number;
}

/** What is to be paid for a dearer date: `netHalalas` more for each seat. */
export function differenceOf(netHalalas: number, seats: number, taxPercent: number) {
  const payTaxHalalas = taxOn(netHalalas * seats, taxPercent);
  return { payHalalas: netHalalas * seats + payTaxHalalas, payTaxHalalas };
}

/**
 * What goes back for a cheaper date, `netHalalas` less for each seat: of what was paid last first, with the VAT that was
 * paid; and what each order has paid for a seat from then on.
 */
export function moveParts(netHalalas: number, seats: number, paid: readonly PaidSeats[]) {
  let left = netHalalas;
  return paid.toReversed().map((order) => {
    const { orderId, taxPercent, fullHalalas } = order;
    const net = Math.min(left, order.netHalalas);
    left -= net;
    // The whole price is all that was paid, whatever the rounding of its parts.
    const halalas = net === order.netHalalas ? fullHalalas : net * seats + taxOn(net * seats, taxPercent);
    const backHalalas = net === 0 ? 0 : Math.min(halalas, fullHalalas);
    return { orderId, fullHalalas, backHalalas, netHalalas: order.netHalalas - net };
  });
}

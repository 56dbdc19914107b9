/** What was paid for seats: a rule without I/O. Whole halalas, VAT included. */

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

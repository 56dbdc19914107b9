/** Rules without I/O. Amounts in whole halalas. */

/** `direct`: within what one person may refund. */
export const refundRequestStates = ["direct", "waiting", "approved", "declined", "withdrawn"] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

/** The reasons staff choose from; anything else is their own words, in both languages. */
export const refundReasons = ["requested", "cannot-attend", "booked-by-mistake", "course-changed", "goodwill"] as const;

/**
 * Whether a second person has to agree: parts of one order count together, so that none is split to stay below the
 * limit.
 */
export function needsSecondPerson(amountHalalas: number, aloneSoFarHalalas: number, limitHalalas: number): boolean {
  return aloneSoFarHalalas + amountHalalas > limitHalalas;
}

export interface PricedSeat {
  id: number;
  /** Without VAT. */
  netHalalas: number;
}

/**
 * What the chosen seats cost with VAT, at most what the order still holds. The last seats take all of it: their VAT is
 * rounded once for the order, not seat by seat.
 */
export function seatsHalalas(
  chosen: readonly PricedSeat[],
  open: readonly PricedSeat[],
  leftHalalas: number,
  taxOf: (netHalalas: number) => number,
): number {
  if (chosen.length > 0 && chosen.length === open.length) return leftHalalas;
  const netHalalas = chosen.reduce((sum, seat) => sum + seat.netHalalas, 0);
  return Math.min(leftHalalas, netHalalas + taxOf(netHalalas));
}

/**
 * The money of a change, divided between the orders that paid for its seats. Amounts are whole halalas including VAT.
 */

/** What happens to the money of one order. */
export interface ChangePart {
  orderId: number;
  /** What the order paid for the seats. */
  fullHalalas: number;
  /** The part that is refunded; the rest is kept. Stored under this name; a quote calls the sum `refundHalalas`. */
  backHalalas: number;
}

export interface MovedPart extends ChangePart {
  /** Unit price and discount of the order's line after the move, before VAT. */
  unitHalalas: number;
  discountHalalas: number;
}

/** Sums one amount over the parts of all orders. */
export const sumParts = (parts: readonly ChangePart[], amount: "fullHalalas" | "backHalalas"): number =>
  parts.reduce((sum, part) => sum + part[amount], 0);

/** Sums what cancellations have kept of an order so far. */
export const sumKept = (parts: readonly ChangePart[], orderId: number): number =>
  parts
    .filter((part) => part.orderId === orderId)
    .reduce((sum, { fullHalalas, backHalalas }) => sum + fullHalalas - backHalalas, 0);

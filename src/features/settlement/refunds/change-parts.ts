/** Divides the money of a change between the orders that paid for its seats. Whole halalas, VAT included. */

/** What happens to the money of one order. */
export interface ChangePart {
  orderId: number;
  /** Paid for the seats. */
  fullHalalas: number;
  /** The refund; the rest is kept. */
  backHalalas: number;
}

export interface MovedPart extends ChangePart {
  /** What the order will have paid for these seats: unit price and discount as on its line, before VAT. */
  unitHalalas: number;
  discountHalalas: number;
}

/** The sum over all orders. */
export const sumParts = (parts: readonly ChangePart[], of: "fullHalalas" | "backHalalas"): number =>
  parts.reduce((sum, part) => sum + part[of], 0);

/** Sums what cancellations have kept of an order so far. */
export const sumKept = (parts: readonly ChangePart[], orderId: number): number =>
  parts
    .filter((part) => part.orderId === orderId)
    .reduce((sum, { fullHalalas, backHalalas }) => sum + fullHalalas - backHalalas, 0);

/** How the money of a change is divided between the orders that paid for its seats. Whole halalas, VAT included. */

/** What comes of the money of one order. */
export interface ChangePart {
  orderId: number;
  /** Paid for the seats. */
  fullHalalas: number;
  /** What goes back of it; the rest is kept. */
  backHalalas: number;
}

export interface MovedPart extends ChangePart {
  /** What the order has paid for these seats from then on: unit price and discount as on its line, before VAT. */
  unitHalalas: number;
  discountHalalas: number;
}

/** The sum over all orders. */
export const sumParts = (parts: readonly ChangePart[], of: "fullHalalas" | "backHalalas"): number =>
  parts.reduce((sum, part) => sum + part[of], 0);

/** What cancellations kept of an order by now. */
export const sumKept = (parts: readonly ChangePart[], orderId: number): number =>
  parts
    .filter((part) => part.orderId === orderId)
    .reduce((sum, { fullHalalas, backHalalas }) => sum + fullHalalas - backHalalas, 0);

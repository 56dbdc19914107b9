/** States of an order, as a table of allowed moves (decisions §3). */
export type OrderStatus = "pending" | "paid" | "failed" | "expired" | "refunded" | "partially_refunded";

const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["paid", "failed", "expired"],
  paid: ["refunded", "partially_refunded"],
  partially_refunded: ["refunded"],
  // A late payment that may still buy, never silently: the buyer gets a mail. Money that went back changes nothing here. A failed order is
  // open again when its buyer tries another card.
  failed: ["paid", "pending"],
  expired: ["paid"],
  refunded: [],
};

/** Whether an order may go from one status to another. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return moves[from].includes(to);
}

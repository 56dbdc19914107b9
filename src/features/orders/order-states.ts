/** Allowed moves (decisions §3). */
export type OrderStatus = "pending" | "paid" | "failed" | "expired" | "refunded" | "partially_refunded";

const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["paid", "failed", "expired"],
  paid: ["refunded", "partially_refunded"],
  partially_refunded: ["refunded"],
  // A late payment may still buy; the buyer gets a mail. A failed order reopens when its buyer tries another card.
  failed: ["paid", "pending"],
  expired: ["paid"],
  refunded: [],
};

export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return moves[from].includes(to);
}

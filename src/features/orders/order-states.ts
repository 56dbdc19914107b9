export const orderStatuses = ["pending", "paid", "failed", "expired", "refunded", "partially_refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Of orders that are paid for and not refunded in whole. */
export const paidStatuses = ["paid", "partially_refunded"] as const satisfies readonly OrderStatus[];
/** Of orders that were paid for, also those that have been refunded since. */
export const everPaidStatuses = [...paidStatuses, "refunded"] as const satisfies readonly OrderStatus[];

/** Whether an order is paid for and not refunded in whole. */
export const isPaid = ({ status }: { status: OrderStatus }): boolean => paidStatuses.some((one) => one === status);
/** Whether an order was paid for; it may have been refunded since. */
export const wasPaid = ({ status }: { status: OrderStatus }): boolean => everPaidStatuses.some((one) => one === status);

/** Allowed moves (decisions §3). */
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

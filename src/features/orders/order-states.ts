export const orderStatuses = ["pending", "paid", "failed", "expired", "refunded", "partially_refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses of orders that are paid and not fully refunded. */
export const paidStatuses = ["paid", "partially_refunded"] as const satisfies readonly OrderStatus[];
/** Statuses of orders that were ever paid, also those that have been refunded since. */
export const everPaidStatuses = [...paidStatuses, "refunded"] as const satisfies readonly OrderStatus[];

/** Whether an order is paid and not fully refunded. */
export const isPaid = ({ status }: { status: OrderStatus }): boolean => paidStatuses.some((one) => one === status);
/** Whether an order was ever paid; it may have been refunded since. */
export const wasPaid = ({ status }: { status: OrderStatus }): boolean => everPaidStatuses.some((one) => one === status);

/** Allowed changes of an order's status (decisions §3). */
const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["paid", "failed", "expired"],
  paid: ["refunded", "partially_refunded"],
  partially_refunded: ["refunded"],
  // A late payment can still buy the seats, and the buyer gets an email. A failed order reopens when its buyer tries
  // another card.
  failed: ["paid", "pending"],
  expired: ["paid"],
  refunded: [],
};

export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return moves[from].includes(to);
}

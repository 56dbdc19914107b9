/** What a payment means for its order: rules without I/O (reference A8, decisions §3). */
import type { OrderStatus } from "./order-states.ts";
import type { ProviderPayment } from "./payments/provider.ts";

export interface ExpectedPayment {
  attemptId: string;
  orderId: number;
  amountHalalas: number;
  currency: string;
}

/** Whether a payment is the one we asked for: id, amount, currency and order must all match. */
export function isOurs(payment: ProviderPayment, expected: ExpectedPayment): boolean {
  return (
    payment.id === expected.attemptId &&
    payment.amountHalalas === expected.amountHalalas &&
    payment.currency === expected.currency &&
    payment.orderId === String(expected.orderId)
  );
}

/** What to do with what the provider says. */
export type Verdict =
  | { kind: "wait" }
  | { kind: "fail" }
  /** The money is there: take the seats if they are free, else give it back. */
  | { kind: "fulfil"; late: boolean }
  | { kind: "give-back"; reason: "mismatch" }
  | { kind: "record-refund" }
  | { kind: "nothing" };

/** Whether the provider says that the money is there, and all of it: only then may `judge` answer "fulfil". */
export const maySell = (payment: ProviderPayment): boolean => payment.status === "paid" && payment.refundedHalalas === 0;

/** Decides from the provider's word and the order's status alone. */
export function judge(order: { status: OrderStatus }, payment: ProviderPayment, expected: ExpectedPayment): Verdict {
  const done = order.status === "paid" || order.status === "partially_refunded";
  if (payment.refundedHalalas > 0 || payment.status === "refunded" || payment.status === "voided") return { kind: "record-refund" };
  if (payment.status === "paid") {
    if (done || order.status === "refunded") return { kind: "nothing" };
    if (!isOurs(payment, expected)) return { kind: "give-back", reason: "mismatch" };
    return { kind: "fulfil", late: order.status !== "pending" };
  }
  if (order.status !== "pending") return { kind: "nothing" };
  if (payment.status === "failed") return { kind: "fail" };
  return { kind: "wait" };
}

/** Minutes after which an unfinished payment is asked about again once its order has ended: the payer may still come back. */
const lateCheckMinutes = [2, 10, 60, 360, 1440];

/** When to look at an attempt again: every 20 s while its order is open, then ever more rarely, then never. */
export function nextCheck(now: Date, orderOpen: boolean, checksSinceEnd: number): Date | null {
  if (orderOpen) return new Date(now.getTime() + 20_000);
  const minutes = lateCheckMinutes[checksSinceEnd];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/** What a payment means for its order: rules without I/O (reference A8, decisions §3). */
import type { OrderStatus } from "#features/orders/order-states.ts";
import type { ProviderPayment } from "./provider.ts";

/** `created`: known to us only; the others follow the provider's word. */
export type AttemptStatus = "created" | "initiated" | "paid" | "failed" | "refunded" | "partially_refunded";

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

/** What the provider's payment means for the order. */
export type Decision =
  | { kind: "wait" }
  | { kind: "fail" }
  /** Paid: sell the seats if that is still allowed, else refund. */
  | { kind: "fulfil" }
  | { kind: "refund"; reason: "mismatch" }
  | { kind: "record-refund" }
  | { kind: "nothing" };

/** Decides from the provider's word and the order's status alone. */
export function decide(order: { status: OrderStatus }, payment: ProviderPayment, expected: ExpectedPayment): Decision {
  const done = order.status === "paid" || order.status === "partially_refunded";
  if (payment.refundedHalalas > 0 || payment.status === "refunded" || payment.status === "voided")
    return { kind: "record-refund" };
  if (payment.status === "paid") {
    if (done || order.status === "refunded") return { kind: "nothing" };
    if (!isOurs(payment, expected)) return { kind: "refund", reason: "mismatch" };
    return { kind: "fulfil" };
  }
  if (order.status !== "pending") return { kind: "nothing" };
  if (payment.status === "failed") return { kind: "fail" };
  return { kind: "wait" };
}

/** A payment that comes longer than this after the end of its order's hold buys nothing any more. */
export const latePaymentHours = 24;

/** Why money that has come buys no seats; the whole of it goes back (decisions §3). */
export const saleRefusals = [
  "run-cancelled",
  "already-registered",
  "run-ended",
  "run-closed",
  "paid-too-late",
  "price-changed",
  "sold-out",
] as const;
export type SaleRefusal = (typeof saleRefusals)[number];

/** What may have changed about an order's runs since it was opened, read under their locks. */
export interface SaleState {
  cancelled: boolean;
  /** The course is taken off sale. */
  closed: boolean;
  ended: boolean;
  /** A unit price or the tax rate is not the order's any more. */
  repriced: boolean;
  /** One of its attendees has a seat in one of its runs through another order. */
  taken: boolean;
  /** Its seats are free, its own holds not counted. */
  free: boolean;
}

interface Promised {
  status: OrderStatus;
  expiresAt: Date;
}

/** Whether a payment comes after its order's promise: seats and price are promised while the order is open and its hold lasts. */
export const isLate = (order: Promised, now: Date): boolean => order.status !== "pending" || order.expiresAt <= now;

/**
 * Why an order can buy nothing, null when it can. A late payment is held against everything a new order would be; one
 * in time, only against what no one can keep.
 */
export function refusalOf(order: Promised, sale: SaleState, now: Date): SaleRefusal | null {
  const late = isLate(order, now);
  const tooLate = now.getTime() - order.expiresAt.getTime() >= latePaymentHours * 3_600_000;
  const holds: Record<SaleRefusal, boolean> = {
    "run-cancelled": sale.cancelled,
    "already-registered": sale.taken,
    "run-ended": late && sale.ended,
    "run-closed": late && sale.closed,
    "paid-too-late": late && tooLate,
    "price-changed": late && sale.repriced,
    "sold-out": !sale.free,
  };
  return saleRefusals.find((reason) => holds[reason]) ?? null;
}

/** Minutes after which an unfinished payment is asked about again once its order has ended: the payer may still come back. */
const lateCheckMinutes = [2, 10, 60, 360, 1440];

/** When to look at an attempt again: every 20 s while its order is open, then ever more rarely, then never. */
export function nextCheck(now: Date, orderOpen: boolean, checksSinceEnd: number): Date | null {
  if (orderOpen) return new Date(now.getTime() + 20_000);
  const minutes = lateCheckMinutes[checksSinceEnd];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

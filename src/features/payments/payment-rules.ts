/** What a payment means for its order: rules without I/O (reference A8, decisions §3). */
import type { OrderStatus } from "#features/orders/order-states.ts";
import type { ProviderPayment } from "./provider.ts";

/** How money comes. `invoice` (pay on account) and `none` (nothing to pay) have no verb yet. */
export const paymentMethods = ["card", "transfer", "invoice", "none"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * `created`: known to us only; `initiated`, `paid`, `failed`: the provider's word. A transfer is `awaiting` until staff record it, or
 * `cancelled` when its date passes.
 */
export type PaymentStatus =
  | "created"
  | "initiated"
  | "awaiting"
  | "paid"
  | "failed"
  | "cancelled"
  | "refunded"
  | "partially_refunded";

/** Payments that can still become paid without anything new being begun. */
export const isOpenPayment = (status: PaymentStatus): boolean =>
  status === "created" || status === "initiated" || status === "awaiting";

/** What a payment holds for its order. */
export interface PaymentBalance {
  amountHalalas: number;
  /** When its money was counted towards the order; null: it has bought nothing. */
  settledAt: Date | null;
  /** What went back of it or is on its way back. */
  returningHalalas: number;
}

/** What an order's payments hold for it, whole halalas: settled, less what went back or is on its way. */
export const settledHalalas = (payments: readonly PaymentBalance[]): number =>
  payments.reduce(
    (sum, { amountHalalas, settledAt, returningHalalas }) => sum + (settledAt ? amountHalalas - returningHalalas : 0),
    0,
  );

/** What is missing for an order to be paid: it is paid when what is settled reaches its total. Never negative. */
export const missingHalalas = (totalHalalas: number, payments: readonly PaymentBalance[]): number =>
  Math.max(0, totalHalalas - settledHalalas(payments));

/** Where a payment stands among those of its order, by our own books. */
export interface Standing {
  /** It is on its way back already, or has gone back. */
  returning: boolean;
  /** Another one was settled, and this one was not. */
  paidByAnother: boolean;
  /** Another one can still be paid: the order waits for that one. */
  anotherOpen: boolean;
}
const alone: Standing = { returning: false, paidByAnother: false, anotherOpen: false };

export interface ExpectedPayment {
  paymentId: string;
  orderId: number;
  amountHalalas: number;
  currency: string;
}

/** Whether a payment is the one we asked for: id, amount, currency and order must all match. */
export function isOurs(payment: ProviderPayment, expected: ExpectedPayment): boolean {
  return (
    payment.id === expected.paymentId &&
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
  | { kind: "refund"; reason: "mismatch" | "already-paid" }
  | { kind: "record-refund" }
  | { kind: "nothing" };

/** Decides from the provider's word, the order's status and what its other payments did. */
export function decide(
  order: { status: OrderStatus },
  payment: ProviderPayment,
  expected: ExpectedPayment,
  standing: Standing = alone,
): Decision {
  const done = order.status === "paid" || order.status === "partially_refunded" || order.status === "refunded";
  if (payment.refundedHalalas > 0 || payment.status === "refunded" || payment.status === "voided")
    return { kind: "record-refund" };
  if (payment.status === "paid") {
    if (standing.returning) return { kind: "nothing" };
    if (done) return standing.paidByAnother ? { kind: "refund", reason: "already-paid" } : { kind: "nothing" };
    if (!isOurs(payment, expected)) return { kind: "refund", reason: "mismatch" };
    return { kind: "fulfil" };
  }
  if (order.status !== "pending") return { kind: "nothing" };
  // A card that was declined before the one that is being tried now decides nothing any more.
  if (payment.status === "failed") return standing.anotherOpen ? { kind: "nothing" } : { kind: "fail" };
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

/** When to look at a payment again: every 20 s while its order is open, then ever more rarely, then never. */
export function nextCheck(now: Date, orderOpen: boolean, checksSinceEnd: number): Date | null {
  if (orderOpen) return new Date(now.getTime() + 20_000);
  const minutes = lateCheckMinutes[checksSinceEnd];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

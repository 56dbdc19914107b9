/** Rules of what a payment means for its order, without I/O (reference A8, decisions §3). */
import { wasPaid, type OrderStatus } from "#features/orders/order-states.ts";
import type { ProviderPayment } from "./provider.ts";

/** `none`: a seat free of charge. `invoice` (pay on account) is not offered yet. */
export const paymentMethods = ["card", "transfer", "invoice", "none"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** `created`: known only here. A transfer is `awaiting` until staff record it, `cancelled` once its date has passed. */
export type PaymentStatus =
  | "created"
  | "initiated"
  | "awaiting"
  | "paid"
  | "failed"
  | "cancelled"
  | "refunded"
  | "partially_refunded";

export const isOpenPayment = (status: PaymentStatus): boolean =>
  status === "created" || status === "initiated" || status === "awaiting";

export interface PaymentBalance {
  amountHalalas: number;
  /** When it was counted towards the order; null when it bought nothing. */
  settledAt: Date | null;
  /** Refunded or being refunded. */
  returningHalalas: number;
}

/** Whole halalas: settled, less what is refunded or being refunded. */
export const settledHalalas = (payments: readonly PaymentBalance[]): number =>
  payments.reduce(
    (sum, { amountHalalas, settledAt, returningHalalas }) => sum + (settledAt ? amountHalalas - returningHalalas : 0),
    0,
  );

/** Whole halalas, never negative. An order is paid when its settled payments reach its total. */
export const missingHalalas = (totalHalalas: number, payments: readonly PaymentBalance[]): number =>
  Math.max(0, totalHalalas - settledHalalas(payments));

export interface Standing {
  returning: boolean;
  paidByAnother: boolean;
  anotherOpen: boolean;
}
const alone: Standing = { returning: false, paidByAnother: false, anotherOpen: false };

export interface ExpectedPayment {
  paymentId: string;
  orderId: number;
  amountHalalas: number;
  currency: string;
}

/** Id, amount, currency and order must all match. */
export function isOurs(payment: ProviderPayment, expected: ExpectedPayment): boolean {
  return (
    payment.id === expected.paymentId &&
    payment.amountHalalas === expected.amountHalalas &&
    payment.currency === expected.currency &&
    payment.orderId === String(expected.orderId)
  );
}

export type Decision =
  | { kind: "wait" }
  | { kind: "fail" }
  | { kind: "fulfil" }
  | { kind: "refund"; reason: "mismatch" | "already-paid" }
  | { kind: "record-refund" }
  | { kind: "nothing" };

/** Decides what to do from the provider's payment, the order's status and the order's other payments. */
export function decide(
  order: { status: OrderStatus },
  payment: ProviderPayment,
  expected: ExpectedPayment,
  standing: Standing = alone,
): Decision {
  const done = wasPaid(order);
  if (payment.refundedHalalas > 0 || payment.status === "refunded" || payment.status === "voided")
    return { kind: "record-refund" };
  if (payment.status === "paid") {
    if (standing.returning) return { kind: "nothing" };
    if (done) return standing.paidByAnother ? { kind: "refund", reason: "already-paid" } : { kind: "nothing" };
    if (!isOurs(payment, expected)) return { kind: "refund", reason: "mismatch" };
    return { kind: "fulfil" };
  }
  if (order.status !== "pending") return { kind: "nothing" };
  // A card declined before the one being tried now no longer decides anything.
  if (payment.status === "failed") return standing.anotherOpen ? { kind: "nothing" } : { kind: "fail" };
  return { kind: "wait" };
}

/** This many hours after the hold ended, a payment buys nothing any more. */
export const latePaymentHours = 24;

/** Why received money buys no seats. It is then fully refunded (decisions §3). */
export const saleRefusals = [
  "run-cancelled",
  "already-registered",
  "seat-changed",
  "run-ended",
  "run-closed",
  "paid-too-late",
  "price-changed",
  "sold-out",
] as const;
export type SaleRefusal = (typeof saleRefusals)[number];

export interface SaleState {
  cancelled: boolean;
  closed: boolean;
  ended: boolean;
  repriced: boolean;
  /** Another order has the last use of its discount code, because it paid late or clocks of two processes differ. */
  codeUsedUp: boolean;
  /** An attendee has a seat in one of its runs through another order. */
  isRegistered: boolean;
  /** For a price difference: the seats that it should move are gone. */
  seatsGone?: boolean;
  /** Own holds not counted. */
  free: boolean;
}

interface Promised {
  status: OrderStatus;
  expiresAt: Date;
}

/** Seats and price are promised while the order is open and its hold lasts. */
export const isLate = (order: Promised, now: Date): boolean => order.status !== "pending" || order.expiresAt <= now;

/** Returns null when the order may be sold. End, closure and prices of its runs only matter for a late payment. */
export function getSaleRefusal(order: Promised, sale: SaleState, now: Date): SaleRefusal | null {
  const late = isLate(order, now);
  const tooLate = now.getTime() - order.expiresAt.getTime() >= latePaymentHours * 3_600_000;
  const holds: Record<SaleRefusal, boolean> = {
    "run-cancelled": sale.cancelled,
    "already-registered": sale.isRegistered,
    "seat-changed": sale.seatsGone ?? false,
    "run-ended": late && sale.ended,
    "run-closed": late && sale.closed,
    "paid-too-late": late && tooLate,
    "price-changed": sale.codeUsedUp || (late && sale.repriced),
    "sold-out": !sale.free,
  };
  return saleRefusals.find((reason) => holds[reason]) ?? null;
}

/** Minutes between checks after the order has ended: the payer may still return. */
const lateCheckMinutes = [2, 10, 60, 360, 1440];

/** When to check again: every 20 s while the order is open, then at growing intervals; null for no further check. */
export function nextCheck(now: Date, orderOpen: boolean, checksSinceEnd: number): Date | null {
  if (orderOpen) return new Date(now.getTime() + 20_000);
  const minutes = lateCheckMinutes[checksSinceEnd];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

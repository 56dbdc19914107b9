/** Rules for how a payment changes its order, without I/O (reference A8, decisions §3). */
import { wasPaid, type OrderStatus } from "#features/orders/order-states.ts";
import type { ProviderPayment } from "./provider.ts";

/** `none`: the order is free of charge. `invoice` (pay on account) is not offered yet. */
export const paymentMethods = ["card", "transfer", "invoice", "none"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * `created`: not yet seen at the provider. A transfer is `awaiting` until staff record it, and `cancelled` when its
 * order ends without it.
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

export const isOpenPayment = (status: PaymentStatus): boolean =>
  status === "created" || status === "initiated" || status === "awaiting";

export interface PaymentBalance {
  amountHalalas: number;
  /** When the payment was counted towards the order; null if it was not. */
  settledAt: Date | null;
  /** The amount that was or is being refunded. */
  returningHalalas: number;
}

/** Sums the settled payments, minus what was or is being refunded. Whole halalas. */
export const settledHalalas = (payments: readonly PaymentBalance[]): number =>
  payments.reduce(
    (sum, { amountHalalas, settledAt, returningHalalas }) => sum + (settledAt ? amountHalalas - returningHalalas : 0),
    0,
  );

/** Returns the unpaid part of the total: whole halalas, never negative. An order is paid when it is zero. */
export const missingHalalas = (totalHalalas: number, payments: readonly PaymentBalance[]): number =>
  Math.max(0, totalHalalas - settledHalalas(payments));

export interface PaymentSituation {
  hasRefund: boolean;
  isPaidByAnother: boolean;
  isAnotherOpen: boolean;
}
const onlyPayment: PaymentSituation = { hasRefund: false, isPaidByAnother: false, isAnotherOpen: false };

export interface ExpectedPayment {
  paymentId: string;
  orderId: number;
  amountHalalas: number;
  currency: string;
}

/** Checks that id, amount, currency and order of the provider's payment all match. */
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
  situation: PaymentSituation = onlyPayment,
): Decision {
  const wasOrderPaid = wasPaid(order);
  if (payment.refundedHalalas > 0 || payment.status === "refunded" || payment.status === "voided")
    return { kind: "record-refund" };
  if (payment.status === "paid") {
    if (situation.hasRefund) return { kind: "nothing" };
    if (wasOrderPaid)
      return situation.isPaidByAnother ? { kind: "refund", reason: "already-paid" } : { kind: "nothing" };
    if (!isOurs(payment, expected)) return { kind: "refund", reason: "mismatch" };
    return { kind: "fulfil" };
  }
  if (order.status !== "pending") return { kind: "nothing" };
  // An earlier declined card is ignored while another payment of the order is open.
  if (payment.status === "failed") return situation.isAnotherOpen ? { kind: "nothing" } : { kind: "fail" };
  return { kind: "wait" };
}

/** A payment this many hours after the hold ended buys no seats. */
export const latePaymentHours = 24;

/** Reasons why a received payment buys no seats. It is then fully refunded (decisions §3). */
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
  isCancelled: boolean;
  isClosed: boolean;
  hasEnded: boolean;
  isRepriced: boolean;
  /** Another order took the last use of the discount code: this one paid late, or clocks of two processes differ. */
  isCodeUsedUp: boolean;
  /** An attendee already has a seat in one of the order's runs through another order. */
  isRegistered: boolean;
  /** The order pays a price difference, but the seats that it should move no longer exist. */
  areSeatsGone?: boolean;
  /** Every run has enough free seats for the order, ignoring the order's own holds. */
  hasFreeSeats: boolean;
}

interface OrderHold {
  status: OrderStatus;
  expiresAt: Date;
}

/** Seats and price are promised until the seat hold expires or the order ends. A payment after that is late. */
export const isLate = (order: OrderHold, now: Date): boolean => order.status !== "pending" || order.expiresAt <= now;

/**
 * Returns null when the order may be sold. Ended or closed runs and changed prices only matter for a late payment; a
 * used-up discount code always does.
 */
export function getSaleRefusal(order: OrderHold, sale: SaleState, now: Date): SaleRefusal | null {
  const isLatePayment = isLate(order, now);
  const isTooLate = now.getTime() - order.expiresAt.getTime() >= latePaymentHours * 3_600_000;
  const applies: Record<SaleRefusal, boolean> = {
    "run-cancelled": sale.isCancelled,
    "already-registered": sale.isRegistered,
    "seat-changed": sale.areSeatsGone ?? false,
    "run-ended": isLatePayment && sale.hasEnded,
    "run-closed": isLatePayment && sale.isClosed,
    "paid-too-late": isLatePayment && isTooLate,
    "price-changed": sale.isCodeUsedUp || (isLatePayment && sale.isRepriced),
    "sold-out": !sale.hasFreeSeats,
  };
  return saleRefusals.find((reason) => applies[reason]) ?? null;
}

/** Minutes between checks after the order has ended, because the payer may still return. */
const lateCheckMinutes = [2, 10, 60, 360, 1440];

/** Returns when to check again: in 20 s while the order is open, then at growing intervals; null for no more checks. */
export function nextCheck(now: Date, isOrderOpen: boolean, checksSinceEnd: number): Date | null {
  if (isOrderOpen) return new Date(now.getTime() + 20_000);
  const minutes = lateCheckMinutes[checksSinceEnd];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

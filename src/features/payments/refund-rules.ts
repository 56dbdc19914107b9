/** Refund rules, without I/O. Amounts are whole halalas. */
import { isOurs, saleRefusals, type ExpectedPayment } from "./payment-rules.ts";
import type { ProviderPayment } from "./provider.ts";

/** The site's own reasons: the payment bought nothing, so all of it is refunded, even an unexpected amount. */
const ownReasons = [...saleRefusals, "mismatch", "already-paid"] as const;
export type OwnReason = (typeof ownReasons)[number];
export const atProviderReason = "at-provider";

/** Returns the amount refunded so far. The provider's own sum does not include a voided payment. */
export function refundedHalalas(payment: ProviderPayment): number {
  const isFullyRefunded =
    payment.status === "voided" || (payment.status === "refunded" && payment.refundedHalalas === 0);
  return isFullyRefunded ? payment.amountHalalas : payment.refundedHalalas;
}

export type RefundProblem =
  | "payment-unknown"
  | "payment-differs"
  | "refunded-elsewhere"
  | "too-little-left"
  | "provider-refused"
  | "pay-back-by-hand";

export type RefundStep =
  /** Send `amountHalalas` to the provider, then book `bookHalalas` for this refund. */
  | { kind: "send"; amountHalalas: number; bookHalalas: number }
  /** An earlier attempt succeeded although its response was lost. */
  | { kind: "book"; amountHalalas: number }
  | { kind: "person"; problem: RefundProblem };

/**
 * Decides the next step of a refund. Sending it twice would refund twice, so it first compares the provider's sum with
 * `bookedHalalas`, the sum of our finished refunds.
 */
export function nextRefundStep(
  refund: { amountHalalas: number; reason: string },
  payment: ProviderPayment | null,
  bookedHalalas: number,
  expected: ExpectedPayment,
): RefundStep {
  const isFullRefund = (ownReasons as readonly string[]).includes(refund.reason);
  if (!payment)
    return isFullRefund ? { kind: "book", amountHalalas: 0 } : { kind: "person", problem: "payment-unknown" };
  const leftHalalas = payment.amountHalalas - refundedHalalas(payment);
  const unbookedHalalas = refundedHalalas(payment) - bookedHalalas;
  if (isFullRefund)
    return leftHalalas > 0
      ? { kind: "send", amountHalalas: leftHalalas, bookHalalas: leftHalalas + unbookedHalalas }
      : { kind: "book", amountHalalas: unbookedHalalas };
  if (!isOurs(payment, expected) || unbookedHalalas < 0) return { kind: "person", problem: "payment-differs" };
  if (unbookedHalalas >= refund.amountHalalas) return { kind: "book", amountHalalas: refund.amountHalalas };
  // Someone refunded in the provider's dashboard meanwhile. Only a person can say for which refund.
  if (unbookedHalalas > 0) return { kind: "person", problem: "refunded-elsewhere" };
  return leftHalalas < refund.amountHalalas
    ? { kind: "person", problem: "too-little-left" }
    : { kind: "send", amountHalalas: refund.amountHalalas, bookHalalas: refund.amountHalalas };
}

export interface Refundable {
  id: string;
  leftHalalas: number;
}

/**
 * Splits a refund over payments: takes it from the first payment with enough left, else from several in order. Returns
 * null when all of them together have too little.
 */
export function splitRefund<Payment extends Refundable>(
  amountHalalas: number,
  payments: readonly Payment[],
): { payment: Payment; amountHalalas: number }[] | null {
  const sufficient = payments.find(({ leftHalalas }) => leftHalalas >= amountHalalas);
  if (sufficient) return [{ payment: sufficient, amountHalalas }];
  const parts: { payment: Payment; amountHalalas: number }[] = [];
  let rest = amountHalalas;
  for (const payment of payments) {
    const part = Math.min(rest, payment.leftHalalas);
    if (part > 0) parts.push({ payment, amountHalalas: part });
    rest -= Math.max(part, 0);
  }
  return rest > 0 ? null : parts;
}

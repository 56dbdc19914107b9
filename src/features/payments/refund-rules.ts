/** What to do about a refund, from the provider's word and our books alone; no I/O. Amounts in whole halalas. */
import { isOurs, saleRefusals, type ExpectedPayment } from "./payment-rules.ts";
import type { ProviderPayment } from "./provider.ts";

/** Reasons the site decides by itself: the payment bought nothing, so all that was really taken goes back, whatever we expected. */
const ownReasons = [...saleRefusals, "mismatch", "already-paid"] as const;
export type OwnReason = (typeof ownReasons)[number];
/** Of money that went back at the provider without us. */
export const atProvider = "at-provider";

/** Amount refunded of a payment so far. The provider's own sum leaves out a voided payment. */
export function refundedHalalas(payment: ProviderPayment): number {
  const whole = payment.status === "voided" || (payment.status === "refunded" && payment.refundedHalalas === 0);
  return whole ? payment.amountHalalas : payment.refundedHalalas;
}

/** Why a person has to look at a refund. */
export type RefundProblem =
  | "payment-unknown"
  | "payment-differs"
  | "refunded-elsewhere"
  | "too-little-left"
  | "provider-refused"
  /** It came by transfer: the bank sends it back when a person asks it to. */
  | "pay-back-by-hand";

export type RefundStep =
  /** Send the first sum; when it has gone through, the second one is this refund's. */
  | { kind: "send"; amountHalalas: number; bookHalalas: number }
  /** It has happened: an earlier try succeeded although its response was lost. */
  | { kind: "book"; amountHalalas: number }
  | { kind: "person"; problem: RefundProblem };

/**
 * The next step of a refund. The provider repeats a refund that is sent twice, so what went back beyond `bookedHalalas`
 * (our finished refunds of this payment) decides; refunds of one payment are processed one after the other.
 */
export function nextRefundStep(
  refund: { amountHalalas: number; reason: string },
  payment: ProviderPayment | null,
  bookedHalalas: number,
  expected: ExpectedPayment,
): RefundStep {
  const whole = (ownReasons as readonly string[]).includes(refund.reason);
  if (!payment) return whole ? { kind: "book", amountHalalas: 0 } : { kind: "person", problem: "payment-unknown" };
  const leftHalalas = payment.amountHalalas - refundedHalalas(payment);
  const unbookedHalalas = refundedHalalas(payment) - bookedHalalas;
  if (whole)
    return leftHalalas > 0
      ? { kind: "send", amountHalalas: leftHalalas, bookHalalas: leftHalalas + unbookedHalalas }
      : { kind: "book", amountHalalas: unbookedHalalas };
  if (!isOurs(payment, expected) || unbookedHalalas < 0) return { kind: "person", problem: "payment-differs" };
  if (unbookedHalalas >= refund.amountHalalas) return { kind: "book", amountHalalas: refund.amountHalalas };
  // Someone refunds in the provider's dashboard meanwhile: only a person can tell which of the two was meant.
  if (unbookedHalalas > 0) return { kind: "person", problem: "refunded-elsewhere" };
  return leftHalalas < refund.amountHalalas
    ? { kind: "person", problem: "too-little-left" }
    : { kind: "send", amountHalalas: refund.amountHalalas, bookHalalas: refund.amountHalalas };
}

/** What can still be refunded of a payment. */
export interface Refundable {
  id: string;
  leftHalalas: number;
}

/**
 * From which payments a refund is taken: from the first that holds all of it, else from one after the other, never more than each
 * holds. Null when they hold less together.
 */
export function splitRefund<Payment extends Refundable>(
  amountHalalas: number,
  payments: readonly Payment[],
): { payment: Payment; amountHalalas: number }[] | null {
  const whole = payments.find(({ leftHalalas }) => leftHalalas >= amountHalalas);
  if (whole) return [{ payment: whole, amountHalalas }];
  const parts: { payment: Payment; amountHalalas: number }[] = [];
  let rest = amountHalalas;
  for (const payment of payments) {
    const part = Math.min(rest, payment.leftHalalas);
    if (part > 0) parts.push({ payment, amountHalalas: part });
    rest -= Math.max(part, 0);
  }
  return rest > 0 ? null : parts;
}

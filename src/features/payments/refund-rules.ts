/** Refund rules without I/O. Amounts in whole halalas. */
import { isOurs, saleRefusals, type ExpectedPayment } from "./payment-rules.ts";
import type { ProviderPayment } from "./provider.ts";

/** The site's own reasons: the payment bought nothing, so the whole charge is refunded, whatever amount we expected. */
const ownReasons = [...saleRefusals, "mismatch", "already-paid"] as const;
export type OwnReason = (typeof ownReasons)[number];
export const atProvider = "at-provider";

/** Refunded so far. The provider's own sum does not include a voided payment. */
export function refundedHalalas(payment: ProviderPayment): number {
  const whole = payment.status === "voided" || (payment.status === "refunded" && payment.refundedHalalas === 0);
  return whole ? payment.amountHalalas : payment.refundedHalalas;
}

export type RefundProblem =
  | "payment-unknown"
  | "payment-differs"
  | "refunded-elsewhere"
  | "too-little-left"
  | "provider-refused"
  | "pay-back-by-hand";

export type RefundStep =
  /** Once `amountHalalas` is sent, `bookHalalas` belongs to this refund. */
  | { kind: "send"; amountHalalas: number; bookHalalas: number }
  /** An earlier attempt succeeded although its response was lost. */
  | { kind: "book"; amountHalalas: number }
  | { kind: "person"; problem: RefundProblem };

/** The provider would execute a refund twice. So the sum beyond `bookedHalalas` (our finished refunds) decides. */
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
  // Someone refunded in the provider's dashboard meanwhile. Only a person can tell which refund was meant.
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
 * Takes the amount from the first payment that holds all of it, else from several in turn; null when they hold less.
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

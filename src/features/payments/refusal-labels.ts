import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { SaleRefusal } from "./payment-rules.ts";

const refusalMessages: Record<
  SaleRefusal | "mismatch" | "already-paid" | "transfer-overdue" | "transfer-released" | "unknown-order",
  typeof m.payments_why_sold_out
> = {
  "run-cancelled": m.payments_why_run_cancelled,
  "already-registered": m.payments_why_already_registered,
  "seat-changed": m.payments_why_seat_changed,
  "run-ended": m.payments_why_run_ended,
  "run-closed": m.payments_why_run_closed,
  "paid-too-late": m.payments_why_paid_too_late,
  "price-changed": m.payments_why_price_changed,
  "sold-out": m.payments_why_sold_out,
  mismatch: m.payments_why_mismatch,
  "already-paid": m.payments_why_already_paid,
  "transfer-overdue": m.payments_why_transfer_overdue,
  "transfer-released": m.payments_why_transfer_released,
  "unknown-order": m.payments_why_unknown_order,
};

/** Explains why a payment bought nothing; null for other reasons. `locale` defaults to the page's. */
export function refusalMessage(reason: string | null, locale?: Locale): string | null {
  return reason && Object.hasOwn(refusalMessages, reason)
    ? refusalMessages[reason as SaleRefusal]({}, locale ? { locale } : {})
    : null;
}

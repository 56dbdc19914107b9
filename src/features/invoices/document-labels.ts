import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { localizeReason } from "#features/orders/own-words.ts";
import type { DocumentKind } from "./document.ts";

export function documentTitle({ kind, nameCode }: { kind: DocumentKind; nameCode: string }, locale: Locale): string {
  if (kind === "credit-note") return m.invoicing_credit_note({}, { locale });
  return nameCode.startsWith("01")
    ? m.invoicing_invoice_full({}, { locale })
    : m.invoicing_invoice_simplified({}, { locale });
}

const reasons: Record<string, (input: object, options: { locale: Locale }) => string> = {
  "sold-out": m.invoicing_credit_reason_sold_out,
  "already-registered": m.invoicing_credit_reason_already_registered,
  mismatch: m.invoicing_credit_reason_mismatch,
  "course-cancelled": m.invoicing_credit_reason_course_cancelled,
  requested: m.invoicing_credit_reason_requested,
  "at-provider": m.invoicing_credit_reason_at_provider,
  "cannot-attend": m.invoicing_credit_reason_cannot_attend,
  "booked-by-mistake": m.invoicing_credit_reason_booked_by_mistake,
  "course-changed": m.invoicing_credit_reason_course_changed,
  goodwill: m.invoicing_credit_reason_goodwill,
};

/** Formats the reason of a credit note in this language: a code becomes a sentence, free text stays as written. */
export function creditReason(reason: string, locale: Locale): string {
  // `course-cancelled:12` also names the run.
  return reasons[reason.replace(/:\d+$/, "")]?.({}, { locale }) ?? localizeReason(reason, locale);
}

/** The quotation of a run for a company (decision 050), without I/O. */
import type { SessionTimes } from "#i18n/session-times.ts";

/**
 * `accepted`: its seats are sold, or held by an order outside card checkout. `closed`: the run has begun, is cancelled
 * or is off sale.
 */
export type QuotationState = "open" | "accepted" | "expired" | "closed";

/** Amounts are decimal strings, SAR; days `YYYY-MM-DD` in Riyadh. */
export interface Quotation {
  state: QuotationState;
  /** Until when a card payment that is not finished holds the seats of an open quotation, ISO 8601; else null. */
  card_payment_until: string | null;
  run_id: number;
  key: string;
  course: { slug: string; name_eng: string; name_ar: string | null; image: string };
  company: string;
  /** All seats of the run, sold in one order. */
  seats: number;
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
  sessions: SessionTimes[];
  /** Last day to accept; null when there is none. */
  until: string | null;
  tax_percent: number;
  sub_total: string;
  tax: string;
  total: string;
  /** Last day to pay by transfer; null when the buyer cannot choose transfer. */
  due_on: string | null;
  /** Whether the company must enter its national address in parts. */
  needs_address: boolean;
}

/** Reads run and key from the address of a quotation, such as `7-AbC…`; null for malformed ones. */
export function readQuotationToken(token: string): { run: number; key: string } | null {
  const [, run = "", key = ""] = /^([1-9]\d{0,8})-([\w-]{22})$/.exec(token) ?? [];
  return key ? { run: Number(run), key } : null;
}

/** A run for a company as it is offered (decision 050), without I/O. */
import type { SessionTimes } from "#i18n/session-times.ts";

/** `accepted`: its seats are sold, or held by an order. `closed`: begun, cancelled or off sale. */
export type QuotationState = "open" | "accepted" | "expired" | "closed";

/** Amounts are decimal strings, SAR; days `YYYY-MM-DD` in Riyadh. */
export interface Quotation {
  state: QuotationState;
  run_id: number;
  key: string;
  course: { slug: string; name_eng: string; name_ar: string | null; image: string };
  company: string;
  /** All of the run, in one order. */
  seats: number;
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
  sessions: SessionTimes[];
  /** Last day to accept; null without one. */
  until: string | null;
  tax_percent: number;
  sub_total: string;
  tax: string;
  total: string;
  /** Last day to pay by transfer; null where none can be chosen. */
  due_on: string | null;
  /** A company must enter its national address in parts. */
  needs_address: boolean;
}

/** The run and the key of a quotation's address, `7-AbC…`; null for what never was one. */
export function readQuotationToken(token: string): { run: number; key: string } | null {
  const [, run = "", key = ""] = /^([1-9]\d{0,8})-([\w-]{22})$/.exec(token) ?? [];
  return key ? { run: Number(run), key } : null;
}

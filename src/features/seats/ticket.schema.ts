import type { SessionTimes } from "#i18n/session-times.ts";

/**
 * What a ticket is worth: only `valid` lets in. `unnamed`: no one is to sit there yet. `given-on`: someone else has the
 * seat, with a ticket of their own.
 */
export const ticketStates = [
  "valid",
  "unnamed",
  "unpaid",
  "cancelled",
  "given-on",
  "run-cancelled",
  "finished",
] as const;
export type TicketState = (typeof ticketStates)[number];

/** A ticket as its page shows it; instants ISO 8601 UTC, dates `YYYY-MM-DD`. */
export interface TicketView {
  state: TicketState;
  course: { name_eng: string; name_ar: string | null; slug: string; run_id: number };
  order_id: number;
  enrolment_id: number;
  /** Its buyer has tickets of others for the same run beside it. */
  has_beside: boolean;
  /** When the seat was cancelled, or its run; the last day to pay by transfer. */
  on: string | null;
  /** Only of a seat that is worth something: someone who has the address of a former one learns no name and no place. */
  seat: SeatView | null;
}

export interface SeatView {
  /** Null: no one is to sit there yet. */
  person: { name: string; name_other: string | null; scfhs_number: string; code: string; address: string } | null;
  /** Of the address: only with a person. */
  qr: { path: string; size: number } | null;
  start_date: string;
  end_date: string;
  days: number;
  delivery: "onsite" | "online";
  venue_eng: string;
  venue_ar: string | null;
  address_eng: string | null;
  address_ar: string | null;
  /** `08:30`, in Riyadh. */
  doors_open: string | null;
  /** A line each. */
  bring_eng: string | null;
  bring_ar: string | null;
  /** Empty until times are confirmed. */
  sessions: SessionTimes[];
  /** What follows from the above, worded here so that the page needs no code of other pages. */
  times: string[];
  links: { label: string; url: string }[];
  map_url: string | null;
}

/** Another seat of the same order and run, as its buyer sees it. */
export interface TicketBeside {
  /** Null: no one is to sit there yet. */
  name: string | null;
  token: string;
}

import type { SessionTimes } from "#i18n/session-times.ts";

/**
 * State of a ticket; only `valid` admits. `unnamed`: the seat has no attendee yet. `given-on`: someone else has the
 * seat, with their own ticket.
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

/** Contents of a ticket's page. Instants ISO 8601 UTC, dates `YYYY-MM-DD`. */
export interface TicketView {
  state: TicketState;
  /** `image`: the cover for a dark background. */
  course: { name_eng: string; name_ar: string | null; slug: string; run_id: number; image: string };
  order_id: number;
  enrolment_id: number;
  /** Whether the buyer has tickets of other people for the same run. */
  has_beside: boolean;
  /** When the seat or its run was cancelled, or the last day to pay by transfer. */
  on: string | null;
  /** Only for a seat that is valid or may become valid: the address of a former seat reveals no name and no venue. */
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
  /** Texts that follow from the above, built here so that the page needs no code of other pages. */
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

import type { SessionTimes } from "#i18n/session-times.ts";

/**
 * States of a ticket. Only `valid` admits its attendee. `unnamed`: the seat has no attendee yet. `given-on`: someone
 * else has the seat, with their own ticket.
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

/** Contents of a ticket's page. Times are ISO 8601 in UTC, dates `YYYY-MM-DD`. */
export interface TicketView {
  state: TicketState;
  /** `image`: the cover for a dark background. */
  course: { name_eng: string; name_ar: string | null; slug: string; run_id: number; image: string };
  order_id: number;
  enrolment_id: number;
  /** Whether the order has several confirmed seats on the run. Its buyer may open the tickets of all of them. */
  has_beside: boolean;
  /** `cancelled`, `run-cancelled`: the day of it. `unpaid`: the last day to pay by transfer. Else null. */
  on: string | null;
  /** Null unless the state is `valid` or `unnamed`, so that tickets in other states reveal neither name nor venue. */
  seat: SeatView | null;
}

export interface SeatView {
  /** The attendee and their ticket; null for a seat without one. */
  person: {
    name: string;
    name_other: string | null;
    scfhs_number: string;
    /** Short code to type at the door, such as `4F2C-8KQ7`. */
    code: string;
    /** Absolute URL of the ticket's page. */
    address: string;
  } | null;
  /** QR code of the ticket's address; null without an attendee. */
  qr: { path: string; size: number } | null;
  start_date: string;
  end_date: string;
  days: number;
  delivery: "onsite" | "online";
  venue_eng: string;
  venue_ar: string | null;
  address_eng: string | null;
  address_ar: string | null;
  /** Time in Riyadh, such as `08:30`. */
  doors_open: string | null;
  /** What to bring, one item per line. */
  bring_eng: string | null;
  bring_ar: string | null;
  /** Sessions; empty until times are confirmed. */
  sessions: SessionTimes[];
  // The server builds the fields below, so that the page needs no code of other pages.
  /** The sessions as lines of text. */
  times: string[];
  /** Joining links of an online run. */
  links: { label: string; url: string }[];
  /** Null for an online run. */
  map_url: string | null;
}

/** One of the tickets of an order and run, as its buyer sees it. */
export interface OrderTicket {
  /** Name of the attendee; null for a seat without one. */
  name: string | null;
  token: string;
}

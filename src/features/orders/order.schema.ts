import type { JoinableSession } from "#i18n/joining-links.ts";
import type { BillingAddress, Company } from "./billing.schema.ts";
import type { OrderStatus } from "./order-states.ts";

export interface OrderAttendee {
  name: string;
  email: string;
  scfhs_number: string;
  /** Token of `/ticket/{token}`; null while the seat is not theirs. */
  ticket: string | null;
}

/** What was taken off a line, before VAT; `code` is null for a group price, `percent` for a share of an amount. */
export interface OrderDiscount {
  amount: string;
  percent: number | null;
  code: string | null;
}

/** A line as ordered, with the run's present dates and venue; amounts are decimal SAR strings without VAT. */
export interface OrderLine {
  course_id: number;
  slug: string;
  name_eng: string;
  name_ar: string | null;
  qty: number;
  unit_price: string;
  discount: OrderDiscount | null;
  /** After the discount. */
  amount: string;
  image: string;
  start_date: string;
  end_date: string;
  days: number;
  delivery: "onsite" | "online";
  enrolled: boolean;
  /** Empty until times are confirmed. Joining links only where `enrolled`. */
  sessions: JoinableSession[];
  hours: number;
  accreditation_status: "none" | "pending" | "accredited";
  venue_eng: string;
  venue_ar: string | null;
  /** First day of the run that the seats were moved from. */
  moved_from: string | null;
  /** The run was cancelled by the company. */
  cancelled: boolean;
  /** Of a paid order: seats that were cancelled since, most with a refund. They are in `qty`, not in `attendees`. */
  seats_cancelled: number;
  /** By seat; fewer than `qty` while some have no name. */
  attendees: OrderAttendee[];
  seats_to_name: number[];
}

/** What the buyer changed, or asked for; amounts include VAT. */
export interface OrderedChange {
  id: number;
  kind: "cancel" | "move" | "person";
  /** `asked`, `agreed`: staff decide; `questioned`: they ask, and the buyer answers. */
  state: "done" | "paying" | "dropped" | "asked" | "questioned" | "agreed" | "refused";
  at: string;
  seats: number;
  /** First day of the run that it was about. */
  start_date: string;
  to_start_date: string | null;
  to_end_date: string | null;
  back: string;
  paid: string;
  /** Of the staff. */
  answer: string | null;
  /** The request, questions of the staff and answers, in order; `text` is null once it is erased. */
  messages: { from: "buyer" | "staff"; text: string | null; at: string; files: { name: string; bytes: number }[] }[];
  /** The seats are cancelled; until this day their value books another date. `used`: it has, or was refunded. */
  kept_until: string | null;
  kept: "open" | "over" | "used" | null;
}

/** An order as its buyer sees it; `course` is the first line's (decisions §3); instants ISO 8601 UTC. */
export interface Order {
  id: number;
  created_at: string;
  sub_total: string;
  tax: string;
  tax_percent: number;
  total: string;
  currency: "SAR";
  payment: {
    status: OrderStatus;
    /** Of the payment that counts, else of the newest. */
    method: "card" | "transfer" | "invoice" | "none";
    /** Last day to pay by transfer, `YYYY-MM-DD`. */
    due_on: string | null;
    /** Where to, while a transfer is awaited. */
    bank: { name_eng: string; name_ar: string; account_holder: string; iban: string } | null;
    /** Money that this order cannot use is on its way back. */
    returning: boolean;
    /** Refunded to the card so far; null when nothing. */
    returned: string | null;
    /** Of a refund, or why an unpaid order ended (`run-cancelled`, `abandoned` …). */
    reason: string | null;
    message: string | null;
    card_scheme: string | null;
    card_masked: string | null;
  };
  course: { id: number; slug: string; name_eng: string; name_ar: string | null };
  lines: OrderLine[];
  billing: BillingAddress;
  company: Company | null;
  held_until: string | null;
  /** Newest first. */
  changes: OrderedChange[];
  /** The order whose seats went to a dearer date, of an order that paid the difference. */
  difference_of: number | null;
}

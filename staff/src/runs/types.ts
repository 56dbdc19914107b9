import type { CancellationState } from "../../../src/features/orders/run-changes/cancellation-states.ts";
import type { TeachingLanguage } from "../../../src/features/catalogue/schedule/teaching-languages.ts";

/**
 * Answers of the API about runs, as far as the screens read them. Instants ISO 8601, days `YYYY-MM-DD`, money as text.
 */
export interface TwoNames {
  name_eng: string;
  name_ar: string | null;
}
export type Delivery = "onsite" | "online";
export type Accreditation = "none" | "pending" | "accredited";

export interface Run extends TwoNames {
  id: number;
  version: number;
  course_id: number;
  slug: string;
  course_closed: boolean;
  speakers: TwoNames[];
  start_date: string;
  end_date: string;
  days: number;
  venue_eng: string;
  venue_ar: string | null;
  address_eng: string | null;
  address_ar: string | null;
  language: TeachingLanguage | null;
  delivery: Delivery;
  times_confirmed: boolean;
  capacity: number;
  seats_sold: number;
  seats_held: number;
  price: string;
  hours: number;
  accreditation_status: Accreditation;
  accreditation_number: string | null;
  cancelled_at: string | null;
  sale_stopped_at: string | null;
}
/** How many runs each view of the list holds. */
export interface RunCounts {
  views: { name: string; total: number }[];
  /** Of this month. */
  teaching_days: number;
}
export interface Session {
  starts_at: string;
  ends_at: string;
  joining_url: string | null;
}
export interface Clash extends TwoNames {
  kind: "speaker" | "venue";
  date: string;
  runs: (TwoNames & { id: number })[];
}
export interface FullRun extends Run {
  paid_orders: number;
  sold_before_vat: string;
  /** VAT included; null while it is not cancelled. */
  refunded: string | null;
  sessions: Session[];
  clashes: Clash[];
  cancellation: Cancellation | null;
}
/** A cancellation that was asked for; one that waits needs a second person. */
export interface Cancellation {
  id: number;
  state: CancellationState;
  amount: string;
  reason_eng: string | null;
  reason_ar: string | null;
  asked_by: { id: string; name: string };
  asked_at: string;
}
/** A run that was moved or cancelled, with the work that follows. */
export interface ChangedRun extends FullRun {
  task_id: number | null;
}
export interface CalendarRun extends Run {
  dates: string[];
  sessions: Session[];
}
export interface RunCalendar {
  from: string;
  to: string;
  runs: CalendarRun[];
  clashes: Clash[];
}
export interface Venue {
  venue_eng: string;
  venue_ar: string | null;
  address_eng: string | null;
  address_ar: string | null;
  delivery: Delivery;
}
export interface RunOptions {
  tax_percent: number;
  venues: Venue[];
  courses: (TwoNames & {
    id: number;
    closed: boolean;
    speakers: TwoNames[];
    last_run: (Venue & { language: TeachingLanguage | null; capacity: number; price: string; hours: number }) | null;
  })[];
}

export interface Told {
  version: number;
  people: { name: string; email: string; locale: "en" | "ar"; order_id: number; buyer: boolean; seats: number }[];
  mails: { total: number; en: number; ar: number };
  orders: number;
  seats_sold: number;
  seats_held: number;
  open_orders: number;
}
export interface SessionsPreview extends Told {
  kind: "moved" | "times" | "link" | null;
}
export interface CancelPreview extends Told {
  refunds: {
    orders: number;
    seats: number;
    net: string;
    tax: string;
    total: string;
    to_cards: string;
    by_transfer: string;
  };
  limit: string;
  needs_second_person: boolean;
  approvers: string[];
}

/** Rules of the waiting list (decisions §12), without I/O. */
import { addDays, endOfRiyadhDay, riyadhDate, riyadhInstant } from "#i18n/dates.ts";

export const waitingStates = ["waiting", "offered", "ended"] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Why an entry has ended. */
export const waitingEnds = [
  "bought",
  "left",
  "declined",
  "unanswered",
  "taken-off",
  "sale-ended",
  "run-cancelled",
] as const;
export type WaitingEnd = (typeof waitingEnds)[number];

/** Seats that one account may wait for over all runs, so that it is never offered more at a time. */
export const maxSeats = 5;
/** Pause before an account may rejoin a run's list after a declined or missed offer, or holds that ended unpaid. */
export const rejoinHours = 24;
/** This many holds of a run that ended unpaid within `rejoinHours` keep an account off its waiting list. */
export const maxUnpaidHolds = 2;

const hourMs = 3_600_000;
export const offerHours = 24;
export const shortOfferHours = 2;
/** Offers are short from this many hours before the first session. */
export const shortFromHours = 48;
/** The clock of an offer stands still between these times in Riyadh. */
export const night = { from: "22:00", to: "08:00" };

export interface RunTimes {
  /** Start of the first session. */
  startsAt: Date;
  endDate: string;
}

/** Checkout sells until the last day is over. */
export const saleEnd = ({ endDate }: Pick<RunTimes, "endDate">): Date => endOfRiyadhDay(endDate);

/** Adds hours on a clock that stands still at night in Riyadh. */
export function afterWakingHours(from: Date, hours: number): Date {
  let left = hours * hourMs;
  let at = from.getTime();
  for (let day = riyadhDate(from); ; day = addDays(day, 1)) {
    const opens = riyadhInstant(day, night.to).getTime();
    const closes = riyadhInstant(day, night.from).getTime();
    at = Math.max(at, opens);
    const today = Math.max(0, closes - at);
    if (left <= today) return new Date(at + left);
    left -= today;
  }
}

/** When an offer made now ends. */
export function offerEnd(now: Date, run: RunTimes): Date {
  const isSoon = run.startsAt.getTime() - now.getTime() <= shortFromHours * hourMs;
  const ends = afterWakingHours(now, isSoon ? shortOfferHours : offerHours);
  const last = saleEnd(run);
  return ends < last ? ends : last;
}

/** Selects the entries that are offered the free seats: in order, each that fits into what is left. */
export function nextEntries<Entry extends { seats: number }>(waitlist: readonly Entry[], free: number): Entry[] {
  let left = free;
  return waitlist.filter(({ seats }) => {
    if (seats > left) return false;
    left -= seats;
    return true;
  });
}

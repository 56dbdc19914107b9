/** Rules of waiting lists (decisions §12), without I/O. */
import { addDays, endOfRiyadhDay, riyadhDate, riyadhInstant } from "#i18n/dates.ts";

export const waitingStates = ["waiting", "offered", "ended"] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Why a waitlist entry has ended. */
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

/** Maximum seats that one account may wait for on all runs together, which also limits its offers at any time. */
export const maxSeats = 5;
/**
 * Hours before an account may rejoin a run's waiting list, after a declined or missed offer or after holds that ended
 * unpaid.
 */
export const rejoinHours = 24;
/**
 * An account with this many holds of a run that ended unpaid within `rejoinHours` cannot join its waiting list until
 * `rejoinHours` after the last of them.
 */
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

/** When sale of a run ends: at the end of its last day in Riyadh. */
export const saleEnd = ({ endDate }: Pick<RunTimes, "endDate">): Date => endOfRiyadhDay(endDate);

/** Adds hours to a time. The hours of the night in Riyadh do not count. */
export function addWakingHours(from: Date, hours: number): Date {
  let remainingMs = hours * hourMs;
  let time = from.getTime();
  for (let day = riyadhDate(from); ; day = addDays(day, 1)) {
    const opens = riyadhInstant(day, night.to).getTime();
    const closes = riyadhInstant(day, night.from).getTime();
    time = Math.max(time, opens);
    const leftTodayMs = Math.max(0, closes - time);
    if (remainingMs <= leftTodayMs) return new Date(time + remainingMs);
    remainingMs -= leftTodayMs;
  }
}

/** Calculates when an offer that is made at `now` ends: at the latest when the sale ends. */
export function offerEnd(now: Date, run: RunTimes): Date {
  const isSoon = run.startsAt.getTime() - now.getTime() <= shortFromHours * hourMs;
  const ends = addWakingHours(now, isSoon ? shortOfferHours : offerHours);
  const saleEndsAt = saleEnd(run);
  return ends < saleEndsAt ? ends : saleEndsAt;
}

/** Selects the entries that get offers for the free seats: in order, each that fits into the seats that are left. */
export function nextEntries<Entry extends { seats: number }>(waitlist: readonly Entry[], free: number): Entry[] {
  let left = free;
  return waitlist.filter(({ seats }) => {
    if (seats > left) return false;
    left -= seats;
    return true;
  });
}

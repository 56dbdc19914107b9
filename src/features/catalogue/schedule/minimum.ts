/** The minimum number of sold seats that a run needs to take place, as buyers see it. No I/O. */
import { riyadhDate, weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";

export interface Minimum {
  seats: number;
  /** Deadline for the decision, ISO 8601. */
  decide_by: string;
  /** Whether it was decided that the run takes place, or the deadline has passed and enough seats are sold. */
  takes_place: boolean;
}

interface RunMinimum {
  minSeats: number | null;
  decideBy: Date | null;
  decidedAt: Date | null;
  seatsSold: number;
}

/** Returns the minimum of a run; null when it always takes place. */
export function getMinimum({ minSeats, decideBy, decidedAt, seatsSold }: RunMinimum, now: Date): Minimum | null {
  if (minSeats === null || decideBy === null) return null;
  const takes_place = decidedAt !== null || (decideBy <= now && seatsSold >= minSeats);
  return { seats: minSeats, decide_by: decideBy.toISOString(), takes_place };
}

/** Describes the minimum in one sentence; `markDate` adds marks to the formatted date. */
export function minimumText(
  { seats, decide_by, takes_place }: Minimum,
  locale: Locale,
  markDate: (formattedDate: string) => string = (formattedDate) => formattedDate,
): string {
  if (takes_place) return m.catalogue_takes_place({}, { locale });
  const day = riyadhDate(new Date(decide_by));
  return m.catalogue_minimum({ count: seats, date: markDate(weekdayRange(day, day, locale)) }, { locale });
}

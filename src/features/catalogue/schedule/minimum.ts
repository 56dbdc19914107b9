/** The minimum number of attendees that a run needs to take place, as buyers see it. No I/O. */
import { riyadhDate, weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";

export interface Minimum {
  seats: number;
  /** Time by which staff decide, ISO 8601. */
  decide_by: string;
  /** Whether staff confirmed the run, or enough seats were sold in time. */
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

/** Describes the minimum in one sentence; `formatDate` changes how the date appears. */
export function minimumText(
  { seats, decide_by, takes_place }: Minimum,
  locale: Locale,
  formatDate: (date: string) => string = (date) => date,
): string {
  if (takes_place) return m.catalogue_takes_place({}, { locale });
  const day = riyadhDate(new Date(decide_by));
  return m.catalogue_minimum({ count: seats, date: formatDate(weekdayRange(day, day, locale)) }, { locale });
}

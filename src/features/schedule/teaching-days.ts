/** On which dates a run is taught, as far as its dates and its number of days tell. No I/O. */
import { addDays } from "#i18n/dates.ts";

/** What of a run is a matter of days; dates `YYYY-MM-DD`. */
export interface RunSpan {
  startDate: string;
  endDate: string;
  /** Teaching days; may be fewer than the span. */
  days: number;
}

export interface TeachingDay {
  /** The first day of the course is 1. */
  ordinal: number;
  /** `YYYY-MM-DD` */
  date: string;
}

export interface TeachingDays {
  known: TeachingDay[];
  /** False while only the first and the last are known. */
  isComplete: boolean;
}

const spanOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/**
 * Every teaching day, in order, where it is certain: the days fill the span, or there are two, which are its ends. A span
 * that happens to have as many working days is not certain, because courses are held on weekends too. Else its two ends.
 */
export function teachingDays({ startDate, endDate, days }: RunSpan): TeachingDays {
  const span = spanOf(startDate, endDate);
  if (days >= span) {
    const known = Array.from({ length: span }, (_, at) => ({ ordinal: at + 1, date: addDays(startDate, at) }));
    return { known, isComplete: true };
  }
  const last = Math.max(days, 2);
  return {
    known: [
      { ordinal: 1, date: startDate },
      { ordinal: last, date: endDate },
    ],
    isComplete: days === 2,
  };
}

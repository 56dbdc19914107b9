import { addDays, daysBetween } from "#i18n/dates.ts";

/** First and last day, `YYYY-MM-DD`, and number of teaching days of a run. */
export interface RunSpan {
  startDate: string;
  endDate: string;
  /** Teaching days; may be fewer than the days from the first to the last. */
  days: number;
}

export interface TeachingDay {
  ordinal: number;
  date: string;
}

export interface TeachingDays {
  known: TeachingDay[];
  /** False when some teaching days are not known. */
  isComplete: boolean;
}

const countSpanDays = (from: string, to: string) => daysBetween(from, to) + 1;

/**
 * Lists the teaching days of a run as far as its dates tell. Unless the run is taught on every day of its span, only
 * the first and last day are known. Courses may also take place on weekends, so working days do not help.
 */
export function teachingDays({ startDate, endDate, days }: RunSpan): TeachingDays {
  const span = countSpanDays(startDate, endDate);
  if (days >= span) {
    const known = Array.from({ length: span }, (_, index) => ({ ordinal: index + 1, date: addDays(startDate, index) }));
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

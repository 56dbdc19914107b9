import { addDays, daysBetween } from "#i18n/dates.ts";

/** Dates `YYYY-MM-DD`. */
export interface RunSpan {
  startDate: string;
  endDate: string;
  /** May be fewer than the span. */
  days: number;
}

export interface TeachingDay {
  ordinal: number;
  date: string;
}

export interface TeachingDays {
  known: TeachingDay[];
  /** False when only the first and last are known. */
  isComplete: boolean;
}

const countSpanDays = (from: string, to: string) => daysBetween(from, to) + 1;

/**
 * Only first and last day are known unless days fill the span: courses are also held on weekends, so working days prove
 * nothing.
 */
export function teachingDays({ startDate, endDate, days }: RunSpan): TeachingDays {
  const span = countSpanDays(startDate, endDate);
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

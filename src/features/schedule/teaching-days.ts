import { addDays } from "#i18n/dates.ts";

/** What of a run is a matter of days; dates `YYYY-MM-DD`. */
export interface RunSpan {
  startDate: string;
  endDate: string;
  /** Teaching days; may be fewer than the span. */
  days: number;
}

export interface TeachingDay {
  /** From 1. */
  ordinal: number;
  date: string;
}

export interface TeachingDays {
  known: TeachingDay[];
  /** False while only the first and the last are known. */
  isComplete: boolean;
}

const spanOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/**
 * Every teaching day where it is certain: the days fill the span, or there are two, which are its ends. Equal numbers
 * of working days are not certain, because courses are held on weekends too. Else the two ends.
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

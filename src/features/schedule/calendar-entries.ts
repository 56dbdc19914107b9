/** What stands in a calendar of the sessions of a run, as far as they are known. No I/O. */
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { datesOf, type RunDays } from "./sessions.ts";
import { teachingDays, type RunSpan } from "./teaching-days.ts";

/** A session as a calendar needs it. */
export interface CalendarSession {
  startsAt: Date;
  endsAt: Date;
  joiningUrl: string | null;
}

export interface CalendarEntry {
  /** Which session of the run: an entry keeps its place, whenever it takes place. The first is 1. */
  ordinal: number;
  /** Which teaching day of the run. */
  day: number;
  startsAt: Date;
  endsAt: Date;
  /** Then both are midnights, UTC, of the day and of the day after. */
  isWholeDay: boolean;
  joiningUrl: string | null;
}

const wholeDay = (date: string, ordinal: number): CalendarEntry => ({
  ordinal,
  day: ordinal,
  startsAt: new Date(`${date}T00:00:00Z`),
  // The end of a whole-day entry is the first day that is free again.
  endsAt: new Date(`${addDays(date, 1)}T00:00:00Z`),
  isWholeDay: true,
  joiningUrl: null,
});

/** The entries that follow from dates and number of days alone. */
export const entriesOfSpan = (run: RunSpan): CalendarEntry[] =>
  teachingDays(run).known.map(({ date, ordinal }) => wholeDay(date, ordinal));

/**
 * An entry a session; a whole day each while times are not confirmed. Of fewer days than the run has, the last one is its last.
 */
export function entriesOf(run: RunDays & { sessions: readonly CalendarSession[] }): CalendarEntry[] {
  const dates = datesOf(run.sessions);
  const missing = Math.max(0, run.days - dates.length);
  return run.sessions.map(({ startsAt, endsAt, joiningUrl }, at) => {
    const after = at > 0 && at === run.sessions.length - 1 ? missing : 0;
    const date = riyadhDate(startsAt);
    if (!run.timesConfirmed) return wholeDay(date, at + 1 + after);
    return {
      ordinal: at + 1 + after,
      day: dates.indexOf(date) + 1 + after,
      startsAt,
      endsAt,
      isWholeDay: false,
      joiningUrl,
    };
  });
}

/** Whether sessions say each teaching day of the run. */
export const isComplete = (run: RunDays & { sessions: readonly CalendarSession[] }): boolean =>
  datesOf(run.sessions).length === run.days;

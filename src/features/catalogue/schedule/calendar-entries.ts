/** Calendar entries of a run, as far as its sessions are known. No I/O. */
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { datesOf, type RunDays } from "./sessions.ts";
import { teachingDays, type RunSpan } from "./teaching-days.ts";

export interface CalendarSession {
  startsAt: Date;
  endsAt: Date;
  joiningUrl: string | null;
}

export interface CalendarEntry {
  /** Number of the session in its run, from 1; stays when the session moves. */
  ordinal: number;
  /** Teaching day of the run, from 1. */
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
  endsAt: new Date(`${addDays(date, 1)}T00:00:00Z`),
  isWholeDay: true,
  joiningUrl: null,
});

export const entriesOfSpan = (run: RunSpan): CalendarEntry[] =>
  teachingDays(run).known.map(({ date, ordinal }) => wholeDay(date, ordinal));

/** An entry per session, whole days until times are confirmed. With too few days, the last is the run's last. */
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

export const isComplete = (run: RunDays & { sessions: readonly CalendarSession[] }): boolean =>
  datesOf(run.sessions).length === run.days;

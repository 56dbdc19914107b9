import { m } from "#messages";
import { dateRangeLabel, dayAndMonth, unbroken, weekdayRange } from "./dates.ts";
import { useLocale } from "./link.tsx";
import { sessionLines, type SessionTimes } from "./session-times.ts";

/** When a run takes place: calendar dates, its teaching days (null: not known) and whether it has begun and not ended. */
export interface RunDatesOf {
  start_date: string;
  end_date: string;
  days?: number | null;
  started?: boolean;
}

/** With large text on a telephone a date can be wider than its line; it is broken only then. */
const breaksAtNeed = "[overflow-wrap:anywhere]";

/** Start and end with weekdays as one isolate; a line ends between the two dates at most. */
export function WeekdayRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <bdi className={breaksAtNeed}>{unbroken(weekdayRange(start_date, end_date, useLocale()))}</bdi>;
}

/** The compact label of the specification (§9), for lists; the number of days belongs beside it. */
export function CompactRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <bdi className={breaksAtNeed}>{unbroken(dateRangeLabel(start_date, end_date, useLocale()))}</bdi>;
}

/** The number of days beside dates; a line never begins with the dot between them. */
export function DayCount({ days }: { days: number }) {
  return (
    <>
      {"\u00a0· "}
      <span className="whitespace-nowrap">{m.catalogue_days({ count: days })}</span>
    </>
  );
}

/** The times of a run's sessions, a line each; nothing while they are not confirmed. */
export function TimesOfSessions({ of }: { of: readonly SessionTimes[] }) {
  return sessionLines(of, useLocale()).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

/** "Started 15 November" of a run that has begun; nothing of any other. */
export function Started({ of: { start_date, started }, className }: { of: RunDatesOf; className?: string }) {
  const locale = useLocale();
  return started ? (
    <span className={className}>
      {m.catalogue_started({ date: `\u2068${unbroken(dayAndMonth(start_date, locale))}\u2069` })}
    </span>
  ) : null;
}

/** Everything a buyer has to know of the dates before deciding: weekdays, number of days, and that it has begun. */
export function RunDates({ of }: { of: RunDatesOf }) {
  return (
    <>
      <WeekdayRange of={of} />
      {of.days ? <DayCount days={of.days} /> : null}
      <Started of={of} className="block font-medium text-warning" />
    </>
  );
}

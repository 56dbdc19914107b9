import { m } from "#messages";
import { isolate } from "./isolate.ts";
import { dateRangeLabel, dayAndMonth, unbroken, weekdayRange } from "./dates.ts";
import { useLocale } from "./link.tsx";

/** Calendar dates; `days` may be unknown (null); `started`: has begun and not ended. */
export interface RunDatesOf {
  start_date: string;
  end_date: string;
  days?: number | null;
  started?: boolean;
}

/** With large text on a phone a date can be wider than its line; only then it breaks. */
const breaksAtNeed = "[overflow-wrap:anywhere]";

/** As one isolate; a line ends between the two dates at most. */
export function WeekdayRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <bdi className={breaksAtNeed}>{unbroken(weekdayRange(start_date, end_date, useLocale()))}</bdi>;
}

/** Specification §9, for lists; the number of days belongs beside it. */
export function CompactRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <bdi className={breaksAtNeed}>{unbroken(dateRangeLabel(start_date, end_date, useLocale()))}</bdi>;
}

/** A line never begins with the dot between them. */
export function DayCount({ days }: { days: number }) {
  return (
    <>
      {"\u00a0· "}
      <span className="whitespace-nowrap">{m.catalogue_days({ count: days })}</span>
    </>
  );
}

/** "Started 15 November"; nothing unless the run has begun. */
export function Started({ of: { start_date, started }, className }: { of: RunDatesOf; className?: string }) {
  const locale = useLocale();
  return started ? (
    <span className={className}>
      {m.catalogue_started({ date: isolate(unbroken(dayAndMonth(start_date, locale))) })}
    </span>
  ) : null;
}

export function RunDates({ of }: { of: RunDatesOf }) {
  return (
    <>
      <WeekdayRange of={of} />
      {of.days ? <DayCount days={of.days} /> : null}
      <Started of={of} className="block font-medium text-warning" />
    </>
  );
}

import { Fragment } from "react";
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

/**
 * As one isolate. Each date is a box of its own: a line ends between the two, and inside one only where it is wider
 * than its line, then at a space, never inside a number.
 */
function Dates({ label }: { label: string }) {
  const dates = unbroken(label).split(" ");
  return (
    <bdi>
      {dates.map((date, at) => (
        <Fragment key={at}>
          {at > 0 && " "}
          <span className="inline-block">{date.replaceAll("\u00a0", " ")}</span>
        </Fragment>
      ))}
    </bdi>
  );
}

export function WeekdayRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <Dates label={weekdayRange(start_date, end_date, useLocale())} />;
}

/** Specification §9, for lists; the number of days belongs beside it. */
export function CompactRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <Dates label={dateRangeLabel(start_date, end_date, useLocale())} />;
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

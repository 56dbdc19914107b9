import { Fragment } from "react";
import { m } from "#messages";
import { isolate } from "./isolate.ts";
import { dateRangeLabel, dayAndMonth, unbroken, weekdayRange } from "./dates.ts";
import { useLocale } from "./link.tsx";

/** Calendar dates of a run. `days` is null when their number is unknown. `started` means begun and not ended. */
export interface RunDatesOf {
  start_date: string;
  end_date: string;
  days?: number | null;
  started?: boolean;
}

/**
 * Shows one or two dates as one isolate. A line ends between the two dates. It ends inside a date only when the date is
 * wider than the line, and then at a space.
 */
function Dates({ label }: { label: string }) {
  const dates = unbroken(label).split(" ");
  return (
    <bdi>
      {dates.map((date, index) => (
        <Fragment key={index}>
          {index > 0 && " "}
          <span className="inline-block">{date.replaceAll("\u00a0", " ")}</span>
        </Fragment>
      ))}
    </bdi>
  );
}

export function WeekdayRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <Dates label={weekdayRange(start_date, end_date, useLocale())} />;
}

/** The compact dates of a run for lists (specification §9). Lists show the number of days beside them. */
export function CompactRange({ of: { start_date, end_date } }: { of: RunDatesOf }) {
  return <Dates label={dateRangeLabel(start_date, end_date, useLocale())} />;
}

/** Shows a dot and the number of days, to follow the dates. A no-break space keeps the dot at the end of a line. */
export function DayCount({ days }: { days: number }) {
  return (
    <>
      {"\u00a0· "}
      <span className="whitespace-nowrap">{m.catalogue_days({ count: days })}</span>
    </>
  );
}

/** Shows "Started 15 November" while the run is on, otherwise nothing. */
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

import type { ReactNode } from "react";
import type { Course } from "#features/catalogue/course.ts";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { CompactRange, WeekdayRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { TextLines } from "#ui/text-lines.tsx";

function Dates({ course }: { course: Course }) {
  const hidesStart =
    course.start_date !== course.end_date && course.start_date.slice(0, 7) === course.end_date.slice(0, 7);
  return (
    <>
      <CompactRange of={course} />
      {hidesStart && (
        <span className="mt-0.5 block font-sans text-sm text-ink-2">
          <WeekdayRange of={course} />
        </span>
      )}
    </>
  );
}

function Days({ days, times }: { days: number; times: readonly string[] }) {
  return (
    <>
      {days}
      {times.length > 0 && (
        <span className="mt-0.5 block font-sans text-sm text-ink-2">
          <TextLines of={times} />
        </span>
      )}
    </>
  );
}

/** L-02. CME hours of an accredited run only; `times`: one line per session. */
export function CourseFacts({ course, times }: { course: Course; times: readonly string[] }) {
  const facts: { label: string; value: ReactNode }[] = [
    { label: m.catalogue_fact_dates(), value: <Dates course={course} /> },
    { label: m.catalogue_fact_days(), value: <Days days={course.days} times={times} /> },
    ...(course.accreditation_status === "accredited" ? [{ label: m.catalogue_fact_hours(), value: course.hours }] : []),
    { label: m.catalogue_fact_venue(), value: <LocalizedText eng={course.venue_eng} ar={course.venue_ar} /> },
  ];
  return (
    <dl className="grid grid-cols-2 border-b border-line tabular-nums md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="border-line py-5 pe-4 even:border-s even:ps-5 md:not-first:border-s md:not-first:ps-5"
        >
          <dt className="text-xs text-ink-3">{fact.label}</dt>
          <dd className="mt-1 font-display text-[1.125rem] leading-[1.4] rtl:leading-[1.6]">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

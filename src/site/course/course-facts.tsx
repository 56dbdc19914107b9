import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import type { Course } from "#features/catalogue/course.ts";
import type { TeachingLanguage } from "#features/catalogue/schedule/teaching-languages.ts";
import { Label } from "#i18n/label.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { TextLines } from "#ui/text-lines.tsx";

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx("py-5", className)}>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="mt-1 font-display text-[1.125rem] leading-[1.4] rtl:leading-[1.6]">{children}</dd>
    </div>
  );
}

const languageWords: Record<TeachingLanguage, () => ReactNode> = {
  en: () => <Label name="english">{m.catalogue_language_en()}</Label>,
  ar: () => <Label name="arabic">{m.catalogue_language_ar()}</Label>,
  both: () => m.catalogue_language_both(),
};

const columns: Record<number, string> = { 2: "md:grid-cols-2", 3: "md:grid-cols-3", 4: "md:grid-cols-4" };

/** L-02. The whole range is the large text. CME hours of an accredited run only; `times`: one line per session. */
export function CourseFacts({ course, times }: { course: Course; times: readonly string[] }) {
  const facts: { label: string; value: ReactNode }[] = [
    { label: m.catalogue_fact_days(), value: course.days },
    ...(course.accreditation_status === "accredited" ? [{ label: m.catalogue_fact_hours(), value: course.hours }] : []),
    { label: m.catalogue_fact_venue(), value: <LocalizedText eng={course.venue_eng} ar={course.venue_ar} /> },
    ...(course.language ? [{ label: m.catalogue_fact_language(), value: languageWords[course.language]() }] : []),
  ];
  return (
    <dl
      className={clsx(
        "grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] border-b border-line tabular-nums",
        columns[facts.length],
      )}
    >
      <Fact label={m.catalogue_fact_dates()} className="col-span-full border-b border-line">
        <WeekdayRange of={course} />
        {times.length > 0 && (
          <span className="mt-0.5 block font-sans text-sm text-ink-2">
            <TextLines of={times} />
          </span>
        )}
      </Fact>
      {facts.map(({ label, value }, at) => (
        <Fact key={label} label={label} className={clsx("pe-4", at > 0 && "border-line md:border-s md:ps-5")}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

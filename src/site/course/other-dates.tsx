import { seatState, type Course } from "#features/catalogue/course.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { formatSar } from "#i18n/money.ts";
import { Started, WeekdayRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { courseAddress } from "./course-address.ts";

const noSeat = { held: m.catalogue_all_held, "sold-out": m.catalogue_sold_out };

export function OtherDates({ course }: { course: Course }) {
  const locale = useLocale();
  if (course.other_dates.length === 0) return null;
  return (
    <section aria-labelledby="other-dates" className="mt-12">
      <h2 id="other-dates" className="mb-3 text-h3">
        {m.catalogue_other_dates()}
      </h2>
      <ul className="border-t border-line">
        {course.other_dates.map((run) => {
          const seats = seatState(run);
          return (
            <li
              key={run.id}
              className="relative grid items-baseline gap-x-6 gap-y-0.5 border-b border-line py-3.5 tabular-nums md:grid-cols-[2fr_2fr_1fr]"
            >
              <Link
                to={courseAddress(course.slug, run.id)}
                className="font-medium text-primary after:absolute after:inset-0 hover:underline"
              >
                <WeekdayRange of={run} />
              </Link>
              <span className="text-sm text-ink-2">
                {m.catalogue_days({ count: run.days })} · <LocalizedText eng={run.venue_eng} ar={run.venue_ar} />
              </span>
              <span className="text-sm text-ink-2 md:text-end">
                {seats === "open" ? <bdi>{formatSar(run.amount, locale)}</bdi> : noSeat[seats]()}
              </span>
              <Started of={run} className="text-sm font-medium text-warning" />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

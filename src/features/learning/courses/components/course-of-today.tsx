import { formatWeekdayDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { getSessionDay, sessionLines } from "#i18n/session-times.ts";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import type { MyCourse } from "./my-course-types.ts";

/** The course with a session that is in progress or begins within a day. */
export function CourseOfToday({ course, today }: { course: MyCourse; today: NonNullable<MyCourse["today"]> }) {
  const locale = useLocale();
  const todaySessions = course.sessions.filter((session) => getSessionDay(session) === today.date);
  const joiningUrl = todaySessions.find(({ joining_url }) => joining_url !== null)?.joining_url;
  const dayLabel = today.days > 1 ? m.learning_day_of({ day: today.day, days: today.days }) : null;
  return (
    <section
      aria-labelledby="today-heading"
      className="relative isolate mt-5 grid min-h-120 items-end overflow-hidden rounded-panel bg-palm-950 text-on-band md:min-h-70 md:items-center"
    >
      <Picture
        picture={thumbnail(course.image, 960)}
        alt=""
        className="absolute! inset-x-0 top-0 -z-1 h-[52%] fade-top md:inset-y-0 md:start-auto md:end-0 md:h-full md:w-[58%] md:fade-start"
        imgClassName="absolute inset-0 size-full object-cover"
      />
      <div className="max-w-132 p-5.5 md:px-9 md:py-8">
        <p className="flex items-center gap-2.5 text-sm font-medium text-spark">
          <span aria-hidden="true" className="size-3.5 bg-current clip-star" />
          {today.is_today ? m.common_today() : m.learning_tomorrow()}
          {dayLabel && `${locale === "ar" ? "، " : ", "}${dayLabel}`}
        </p>
        <h2 id="today-heading" className="mt-2.5 mb-4 text-[1.5rem] leading-tight md:text-[1.75rem]">
          <LocalizedText eng={course.name_eng} ar={course.name_ar} />
        </h2>
        <ul className="grid gap-1.5 text-sm text-on-band-2">
          {sessionLines(todaySessions, locale).map((line) => (
            <li key={line} className="flex items-start gap-2.5">
              <Icon name="clock-3" size="sm" className="mt-[.2em]" />
              {line}
            </li>
          ))}
          <li className="flex items-start gap-2.5">
            <Icon name="map-pin" size="sm" className="mt-[.2em]" />
            <LocalizedText eng={course.venue_eng} ar={course.venue_ar} />
          </li>
          {course.days > 1 && (
            <li className="flex items-start gap-2.5">
              <Icon name="calendar" size="sm" className="mt-[.2em]" />
              {m.learning_last_day({ date: isolate(formatWeekdayDate(course.end_date, locale)) })}
            </li>
          )}
        </ul>
        <div className="mt-6 flex flex-wrap gap-3 max-md:*:flex-1">
          {joiningUrl && (
            <LinkButton variant="cream" href={joiningUrl} rel="noreferrer">
              {m.common_joining_link()}
            </LinkButton>
          )}
          {course.ticket && (
            <LinkButton variant={joiningUrl ? "outlined" : "cream"} to={course.ticket}>
              {m.learning_show_ticket()}
            </LinkButton>
          )}
          {course.map_url && (
            <LinkButton variant="outlined" href={course.map_url} rel="noreferrer" target="_blank">
              {m.common_action_directions()}
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  );
}

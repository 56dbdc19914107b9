/** Formats the sessions of a run for pages and mails. */
import { m } from "#messages";
import { addDays, clockTime, riyadhDate, unbroken, formatWeekdayDate } from "./dates.ts";
import type { Locale } from "./locale.ts";

/** The begin and the end of a session, as ISO 8601 instants. */
export interface SessionTimes {
  starts_at: string;
  ends_at: string;
}

/** Returns the day of a session in Riyadh as `YYYY-MM-DD`. */
export const getSessionDay = ({ starts_at }: SessionTimes) => riyadhDate(new Date(starts_at));

/** Formats the times of a session without its day: `9:00 am – 3:00 pm (Riyadh time)`. */
function formatTimes({ starts_at, ends_at }: SessionTimes, locale: Locale): string {
  const formatTime = (instant: string) => unbroken(clockTime(new Date(instant), locale));
  return m.schedule_times({ from: formatTime(starts_at), to: formatTime(ends_at) }, { locale });
}

/** Lists days as `Thu 28 January, Thu 4 February`. No line ends inside a day. */
export const listed = (days: string[], locale: Locale) =>
  days.map((day) => unbroken(formatWeekdayDate(day, locale))).join(locale === "ar" ? "، " : ", ");

const areConsecutive = (days: string[]) =>
  days.every((day, index) => index === 0 || day === addDays(days[index - 1] ?? "", 1));

/**
 * Returns one line per time of day of the sessions, in their order. Each line names its days, unless the days are
 * consecutive and every line is for all of them, because the run's dates are shown beside the lines.
 */
export function sessionLines(sessions: readonly SessionTimes[], locale: Locale): string[] {
  const groups = [...Map.groupBy(sessions, (session) => formatTimes(session, locale))].map(([times, timeSessions]) => ({
    times,
    days: timeSessions.map(getSessionDay),
  }));
  const allDays = [...new Set(sessions.map(getSessionDay))];
  if (areConsecutive(allDays) && groups.every(({ days }) => days.length === allDays.length))
    return groups.map(({ times }) => times);
  return groups.map(({ times, days }) => `${times}: ${listed(days, locale)}`);
}

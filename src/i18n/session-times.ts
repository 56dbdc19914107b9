/** How the sessions of a run are said, on pages and in mails. */
import { m } from "#messages";
import { addDays, clockTime, riyadhDate, unbroken, formatWeekdayDate } from "./dates.ts";
import type { Locale } from "./locale.ts";

/** When a session begins and ends; instants ISO 8601. */
export interface SessionTimes {
  starts_at: string;
  ends_at: string;
}

/** The day of a session in Riyadh, `YYYY-MM-DD`. */
export const getSessionDay = ({ starts_at }: SessionTimes) => riyadhDate(new Date(starts_at));

/** `9:00 am – 3:00 pm (Riyadh time)`; of the times only, without the day. */
function formatTimes({ starts_at, ends_at }: SessionTimes, locale: Locale): string {
  const at = (instant: string) => unbroken(clockTime(new Date(instant), locale));
  return m.schedule_times({ from: at(starts_at), to: at(ends_at) }, { locale });
}

/** `Thu 28 January, Thu 4 February`, each on one line. */
export const listed = (days: string[], locale: Locale) =>
  days.map((day) => unbroken(formatWeekdayDate(day, locale))).join(locale === "ar" ? "، " : ", ");

const runsThrough = (days: string[]) => days.every((day, at) => at === 0 || day === addDays(days[at - 1] ?? "", 1));

/**
 * The times of sessions, in order: a line a time of day, without days where all of them have it and they run through,
 * for then the dates beside it name them; else with its days. None without sessions.
 */
export function sessionLines(sessions: readonly SessionTimes[], locale: Locale): string[] {
  const groups = [...Map.groupBy(sessions, (session) => formatTimes(session, locale))].map(([times, ofTimes]) => ({
    times,
    days: ofTimes.map(getSessionDay),
  }));
  const all = [...new Set(sessions.map(getSessionDay))];
  if (runsThrough(all) && groups.every(({ days }) => days.length === all.length))
    return groups.map(({ times }) => times);
  return groups.map(({ times, days }) => `${times}: ${listed(days, locale)}`);
}

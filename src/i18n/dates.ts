import type { Locale } from "./locale.ts";

/** Gregorian calendar and Latin digits pinned: runtimes disagree about plain `ar-SA`. */
export const dateLocale: Record<Locale, string> = { en: "en-GB", ar: "ar-SA-u-ca-gregory-nu-latn" };
export const timeZone = "Asia/Riyadh";

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(locale: Locale, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + zone + JSON.stringify(options);
  let found = formatters.get(key);
  if (!found) formatters.set(key, (found = new Intl.DateTimeFormat(dateLocale[locale], { ...options, timeZone: zone })));
  return found;
}

/** A calendar date `YYYY-MM-DD` in words; a date has no time zone, so it is read and written in UTC. */
function day(date: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return formatter(locale, "UTC", options).format(new Date(`${date}T00:00:00Z`)).replaceAll(/[\u200e\u200f]/g, "");
}

/** `14 January 2027` */
export const fullDate = (date: string, locale: Locale) => day(date, locale, { day: "numeric", month: "long", year: "numeric" });

/**
 * The compact label of a course's dates (specification §9): same month shows the end date only; same year the day
 * and month of the start to the full end date; otherwise both in full.
 */
export function dateRangeLabel(start: string, end: string, locale: Locale): string {
  if (start.slice(0, 7) === end.slice(0, 7)) return fullDate(end, locale);
  const from = start.slice(0, 4) === end.slice(0, 4) ? day(start, locale, { day: "numeric", month: "long" }) : fullDate(start, locale);
  return `${from} – ${fullDate(end, locale)}`;
}

/** Start and end in full with weekdays: `Tue 12 – Thu 14 January 2027`, `من الثلاثاء 12 إلى الخميس 14 يناير 2027`. */
export function weekdayRange(start: string, end: string, locale: Locale): string {
  const weekday = (date: string) => day(date, locale, { weekday: locale === "ar" ? "long" : "short" });
  const last = `${weekday(end)} ${fullDate(end, locale)}`;
  if (start === end) return last;
  const sameMonth = start.slice(0, 7) === end.slice(0, 7);
  const sameYear = start.slice(0, 4) === end.slice(0, 4);
  const first = sameMonth ? String(Number(start.slice(8))) : sameYear ? day(start, locale, { day: "numeric", month: "long" }) : fullDate(start, locale);
  return locale === "ar" ? `من ${weekday(start)} ${first} إلى ${last}` : `${weekday(start)} ${first} – ${last}`;
}

/** The calendar date in Riyadh at an instant, `YYYY-MM-DD`. */
export function riyadhDate(instant: Date): string {
  return formatter("en", timeZone, { year: "numeric", month: "2-digit", day: "2-digit" }).format(instant).split("/").reverse().join("-");
}

/** An instant as `14:05` in Riyadh. */
export function riyadhTime(instant: Date, locale: Locale): string {
  return formatter(locale, timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(instant);
}

/** A calendar date moved by whole days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

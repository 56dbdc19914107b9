import type { Locale } from "./locale.ts";

/**
 * Names of the months, without `Intl`. Hydration renders these labels again, and the first `DateTimeFormat` of a page
 * blocks its thread for 11 to 17 ms (53 to 105 ms at Lighthouse's throttling), which is the whole budget for blocking
 * time. Also, `formatRange` does not write what specification §9 requires. A test compares these names with those of
 * `Intl` for each day.
 */
const months: Record<Locale, string> = {
  en: "January February March April May June July August September October November December",
  ar: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
};
const weekdays: Record<Locale, string> = {
  en: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
  ar: "الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت",
};

/** Formats a calendar date `YYYY-MM-DD` as `14 January`. */
export const dayAndMonth = (date: string, locale: Locale) =>
  `${Number(date.slice(8))} ${months[locale].split(" ")[Number(date.slice(5, 7)) - 1]}`;

/** Formats a month `YYYY-MM` as `January 2027`. */
export const monthAndYear = (month: string, locale: Locale) =>
  `${months[locale].split(" ")[Number(month.slice(5)) - 1]} ${Number(month.slice(0, 4))}`;

/** Formats a calendar date as `14 January 2027`. */
export const fullDate = (date: string, locale: Locale) => `${dayAndMonth(date, locale)} ${Number(date.slice(0, 4))}`;

/**
 * Returns the compact label of a course's dates (specification §9). Within one month it is the end date only. Within
 * one year the start has no year. Otherwise both dates are in full.
 */
export function dateRangeLabel(start: string, end: string, locale: Locale): string {
  if (start.slice(0, 7) === end.slice(0, 7)) return fullDate(end, locale);
  const from = start.slice(0, 4) === end.slice(0, 4) ? dayAndMonth(start, locale) : fullDate(start, locale);
  return `${from} – ${fullDate(end, locale)}`;
}

/** Returns the weekday of a calendar date: `Tuesday`, `الثلاثاء`. */
export const weekdayName = (date: string, locale: Locale): string =>
  weekdays[locale].split(" ")[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
const shortWeekday = (date: string, locale: Locale): string => {
  const name = weekdayName(date, locale);
  return locale === "en" ? name.slice(0, 3) : name;
};

/** Formats a range as `Tue 12 – Thu 14 January 2027` or `من الثلاثاء 12 إلى الخميس 14 يناير 2027`. */
export function weekdayRange(start: string, end: string, locale: Locale): string {
  const weekday = (date: string) => shortWeekday(date, locale);
  const last = `${weekday(end)} ${fullDate(end, locale)}`;
  if (start === end) return last;
  const sameMonth = start.slice(0, 7) === end.slice(0, 7);
  const sameYear = start.slice(0, 4) === end.slice(0, 4);
  const first = sameMonth
    ? String(Number(start.slice(8)))
    : sameYear
      ? dayAndMonth(start, locale)
      : fullDate(start, locale);
  return locale === "ar" ? `من ${weekday(start)} ${first} إلى ${last}` : `${weekday(start)} ${first} – ${last}`;
}

/** Makes the spaces of a label no-break spaces, so that a line may end between two dates but not inside one. */
export const unbroken = (label: string): string =>
  label.replaceAll(" ", "\u00a0").replace("\u00a0–\u00a0", "\u00a0– ").replace("\u00a0إلى\u00a0", " إلى\u00a0");

/** Returns the time in Riyadh as an ISO text. Riyadh is three hours ahead of UTC all year. */
const toRiyadhIso = (instant: Date) => new Date(instant.getTime() + 3 * 3_600_000).toISOString();

/** Returns the calendar date of an instant in Riyadh as `YYYY-MM-DD`. */
export const riyadhDate = (instant: Date): string => toRiyadhIso(instant).slice(0, 10);

/** Returns the time of an instant in Riyadh as `14:05`. */
export const riyadhTime = (instant: Date): string => toRiyadhIso(instant).slice(11, 16);

/** The instant at which a calendar date ends in Riyadh: 21:00 UTC. */
export const endOfRiyadhDay = (date: string): Date => new Date(`${date}T21:00:00Z`);

/** The instant of a time such as `14:05` on a calendar date in Riyadh. */
export const riyadhInstant = (date: string, time: string): Date => new Date(`${date}T${time}:00+03:00`);

/** The instant at which a calendar date begins in Riyadh. */
export const startOfRiyadhDay = (date: string): Date => riyadhInstant(date, "00:00");

/** Length of a day. Riyadh has no daylight saving time, so every day has 24 hours. */
export const dayMs = 86_400_000;

/** Returns the number of days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the same day of the next year; for 29 February it is 28 February. */
export const yearAfter = (date: string): string => {
  const year = String(Number(date.slice(0, 4)) + 1);
  return date.endsWith("-02-29") ? `${year}-02-28` : `${year}${date.slice(4)}`;
};

/** Formats a calendar date as `Tue 12 January`. */
export const formatWeekdayDate = (date: string, locale: Locale): string =>
  weekdayRange(date, date, locale).slice(0, -5);

/** Returns the month of a date in short for a calendar leaf: `Jan`, `يناير`. */
export const monthOnLeaf = (date: string, locale: Locale): string => {
  const month = dayAndMonth(date, locale).split(" ")[1] ?? "";
  return locale === "en" ? month.slice(0, 3) : month;
};

/** Labels of the hours before and after noon. */
const dayHalves: Record<Locale, [string, string]> = { en: ["am", "pm"], ar: ["صباحًا", "مساءً"] };

/** Formats the time in Riyadh as `10:14 am`, `4:05 مساءً`. */
export function clockTime(instant: Date, locale: Locale): string {
  const time = riyadhTime(instant);
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${dayHalves[locale][hour < 12 ? 0 : 1]}`;
}

/** Formats date and time in Riyadh as `Sun 22 November 2026, 10:42 am`. */
export function dayAndTime(instant: Date, locale: Locale): string {
  const day = riyadhDate(instant);
  return `${weekdayRange(day, day, locale)}${locale === "ar" ? "، " : ", "}${clockTime(instant, locale)}`;
}

/** Labels an end with its `dayAndTime`; an end at midnight with the whole day before: `Sat 21 November 2026`. */
export function untilLabel(end: Date, locale: Locale): string {
  const day = riyadhDate(new Date(end.getTime() - 1));
  return riyadhTime(end) === "00:00" ? weekdayRange(day, day, locale) : dayAndTime(end, locale);
}

/** Whether a text is a calendar date that exists, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Adds working days, which are Sunday to Thursday, to a calendar date. */
export function addWorkingDays(date: string, days: number): string {
  let day = date;
  for (let remaining = days; remaining > 0;) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 5 && weekday !== 6) remaining--;
  }
  return day;
}

/** Returns the instant some working days after another, at the same time in Riyadh. */
export const workingDaysLater = (instant: Date, days: number): Date =>
  riyadhInstant(addWorkingDays(riyadhDate(instant), days), riyadhTime(instant));

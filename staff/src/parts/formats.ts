/** Formats dates in Riyadh's time, money and numbers, in the portal's language with Latin digits. */
import { useLocale } from "../frame/locale.ts";
import { m } from "../messages.ts";
import { today } from "./days.ts";

const tags = { en: "en-GB", ar: "ar-SA-u-ca-gregory-nu-latn" } as const;
const timeZone = "Asia/Riyadh";
// The formats are created once, because creating one takes about a millisecond.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = locale === "ar" ? tags.ar : tags.en;
  const key = tag + JSON.stringify(options);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(tag, { timeZone, ...options });
  dateFormats.set(key, format);
  return format;
}

/** Formats a number for a language tag such as `en-GB`. */
export function formatNumber(value: number, tag: string, options: Intl.NumberFormatOptions = {}): string {
  const key = tag + JSON.stringify(options);
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(tag, options);
  numberFormats.set(key, format);
  return format.format(value);
}

export type DateStyle =
  | "date"
  | "time"
  | "dateTime"
  | "dayMonth"
  | "full"
  | "month"
  | "monthName"
  | "momentOfYear"
  | "year";
const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: "numeric", month: "short", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  dateTime: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  dayMonth: { weekday: "short", day: "numeric", month: "short" },
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
  monthName: { month: "long" },
  momentOfYear: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  year: { year: "numeric" },
};

/** Formats an instant (ISO text with time, or Date) or a date (`2026-12-06`) in Riyadh's time. */
export function formatDate(value: string | Date, style: DateStyle, locale: string): string {
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const text = getDateFormat(locale, styles[style]).format(new Date(isDay ? `${value}T12:00:00+03:00` : value));
  // No comma after the weekday, as on the site.
  return locale === "ar" && styles[style].weekday ? text.replace("، ", " ") : text;
}

/**
 * Formats an instant as short as possible: with `formatToday` if it is today, otherwise as `18 Nov, 09:12` or `18 Nov
 * 2025, 09:12`.
 */
function formatMoment(value: string, formatToday: (time: string) => string, locale: string): string {
  const now = new Date();
  const day = formatDate(value, "date", locale);
  if (day === formatDate(now, "date", locale)) return formatToday(formatDate(value, "time", locale));
  const isThisYear = formatDate(value, "year", locale) === formatDate(now, "year", locale);
  return formatDate(value, isThisYear ? "momentOfYear" : "dateTime", locale);
}

/** Formats a range of days without the year: `6–8 Dec`, `6 إلى 8 ديسمبر`. */
export function formatDateRange(from: string, to: string, locale: string): string {
  const format = getDateFormat(locale, { day: "numeric", month: locale === "ar" ? "long" : "short" });
  const formatDay = (date: string) => format.format(new Date(`${date}T12:00:00+03:00`));
  if (from.slice(0, 7) === to.slice(0, 7))
    return `${Number(from.slice(8))}${locale === "ar" ? " إلى " : "–"}${formatDay(to)}`;
  return `${formatDay(from)} ${locale === "ar" ? "إلى" : "–"} ${formatDay(to)}`;
}

/** Formats the days of a run with their year: `6–8 Dec 2026`, `31 Jan – 21 Feb 2027`, `6 إلى 8 ديسمبر 2026`. */
export function formatDays(from: string, to: string, locale: string): string {
  const end = formatDate(to, "date", locale);
  if (from === to) return end;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  if (isOneYear) return `${formatDateRange(from, to, locale)} ${to.slice(0, 4)}`;
  return `${formatDate(from, "date", locale)} ${locale === "ar" ? "إلى" : "–"} ${end}`;
}

/** Formats a day, with its year if that is not the current one: `Sun 6 Dec`, `Wed 6 Jan 2027`. */
export function formatNearDay(day: string, today: string, locale: string): string {
  const dayText = formatDate(day, "dayMonth", locale);
  return day.slice(0, 4) === today.slice(0, 4) ? dayText : `${dayText} ${day.slice(0, 4)}`;
}

/** Formats the days of a run, with the year if that is not the current one: `6–8 Dec`, `6–8 Jan 2027`. */
export function formatNearDays(from: string, to: string, today: string, locale: string): string {
  const isThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  if (from === to) return formatNearDay(from, today, locale);
  return isThisYear ? formatDateRange(from, to, locale) : formatDays(from, to, locale);
}

/** Formats riyals from the API (`"2760.00"`) with separators, without the currency. */
export function formatMoney(riyals: string | number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return formatNumber(Number(riyals), "en", digits).replace("-", "−");
}

export interface Formats {
  locale: "en" | "ar";
  date(value: string | Date, style?: DateStyle): string;
  /** Formats an instant for a list: `Today 10:31`. An instant of today has no date, one of this year has no year. */
  moment(value: string): string;
  /** Formats an instant for a sentence: `today at 10:31`. */
  momentInText(value: string): string;
  nearDay(day: string): string;
  nearDays(from: string, to: string): string;
  days(from: string, to: string): string;
  money(riyals: string | number): string;
  /** Formats money with the currency where the language puts it: `SAR 2,760.00`, `2,760.00 ر.س`. */
  inCurrency(riyals: string | number): string;
  number(value: number): string;
  /** Joins texts with the comma of the language. Leaves empty texts out. */
  joinWithCommas(...texts: (string | null | undefined)[]): string;
  /** Returns the text in the portal's language, or the other text if that one is empty. */
  localized(english: string | null | undefined, arabic: string | null | undefined): string;
}

/** Returns the functions that format for the portal's current language. */
export function useFormats(): Formats {
  const locale = useLocale() === "ar" ? "ar" : "en";
  return {
    locale,
    date: (value, style = "date") => formatDate(value, style, locale),
    moment: (value) => formatMoment(value, (time) => `${m.staff_menu_today()} ${time}`, locale),
    momentInText: (value) => formatMoment(value, (time) => m.staff_shell_today_at({ time }), locale),
    nearDay: (day) => formatNearDay(day, today(), locale),
    nearDays: (from, to) => formatNearDays(from, to, today(), locale),
    days: (from, to) => formatDays(from, to, locale),
    money: formatMoney,
    inCurrency: (riyals) => m.staff_shell_in_currency({ amount: formatMoney(riyals) }),
    joinWithCommas: (...texts) => texts.filter(Boolean).join(locale === "ar" ? "، " : ", "),
    number: (value) => formatNumber(value, "en"),
    localized: (english, arabic) => (locale === "ar" ? arabic || english : english || arabic) ?? "",
  };
}

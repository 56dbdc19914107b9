/** Formats times for pages, mails and documents, always with the words "Riyadh time". */
import { m } from "#messages";
import { clockTime, dayAndTime, unbroken, untilLabel } from "./dates.ts";
import type { Locale } from "./locale.ts";

/** Adds the zone. A line may end between the day and the time, and before the zone. */
const addZone = (time: string, locale: Locale) =>
  m.schedule_time({ time: unbroken(time).replace(/(?<=[,،])\u00a0/, " ") }, { locale });

/** Formats a time of day as `8:24 am (Riyadh time)`, `8:24 صباحًا (بتوقيت الرياض)`. */
export const riyadhClock = (instant: Date, locale: Locale): string => addZone(clockTime(instant, locale), locale);

/** Formats date and time as `Sun 22 November 2026, 10:42 am (Riyadh time)`. */
export const riyadhMoment = (instant: Date, locale: Locale): string => addZone(dayAndTime(instant, locale), locale);

/** Formats the end of a hold or an offer: as a time of day within the next twelve hours, otherwise with its day. */
export const riyadhHoldEnd = (end: Date, locale: Locale, now: Date = new Date()): string =>
  end.getTime() - now.getTime() < 12 * 3_600_000 ? riyadhClock(end, locale) : addZone(untilLabel(end, locale), locale);

/** The one way a time of day is said to people, on pages, in mails and in documents. */
import { m } from "#messages";
import { clockTime, dayAndTime, unbroken, untilLabel } from "./dates.ts";
import type { Locale } from "./locale.ts";

/** A line may end between the day and the time, and before the zone. */
const inRiyadh = (time: string, locale: Locale) =>
  m.schedule_time({ time: unbroken(time).replace(/(?<=[,،])\u00a0/, " ") }, { locale });

/** `8:24 am (Riyadh time)`, `8:24 صباحًا (بتوقيت الرياض)`. */
export const riyadhClock = (instant: Date, locale: Locale): string => inRiyadh(clockTime(instant, locale), locale);

/** `Sun 22 November 2026, 10:42 am (Riyadh time)`. */
export const riyadhMoment = (instant: Date, locale: Locale): string => inRiyadh(dayAndTime(instant, locale), locale);

/** The end of a hold: the time of day within the next twelve hours, else with its day, as a waiting-list offer may last longer. */
export const riyadhHoldEnd = (end: Date, locale: Locale, now: Date = new Date()): string =>
  end.getTime() - now.getTime() < 12 * 3_600_000 ? riyadhClock(end, locale) : inRiyadh(untilLabel(end, locale), locale);

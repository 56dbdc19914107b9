/** Formats ages and durations in whole days, hours or minutes. */
import { useEffect, useState } from "react";
import { useLocale } from "../frame/locale.ts";
import { formatNumber } from "./formats.ts";

const minute = 60_000;
const units = [
  { unit: "day", ms: 24 * 60 * minute },
  { unit: "hour", ms: 60 * minute },
  { unit: "minute", ms: minute },
] as const;

export interface Age {
  unit: "minute" | "hour" | "day";
  count: number;
}

/**
 * Returns the age of an instant, in the largest unit of which there are at least `minCount`. An age below a minute
 * counts as one minute.
 */
export function getAge(since: string, now: number, minCount = 1): Age {
  const ms = Math.max(minute, now - Date.parse(since));
  const { unit, ms: length } = units.find((unit) => ms >= unit.ms * minCount) ?? units[2];
  return { unit, count: Math.floor(ms / length) };
}

/** Formats a count with its unit, such as `2 days`. By default English abbreviates units below a day. */
export function formatUnit(
  count: number,
  unit: "day" | "hour" | "minute" | "second",
  locale: string,
  unitDisplay: "long" | "short" = unit === "day" || locale === "ar" ? "long" : "short",
): string {
  const tag = locale === "ar" ? "ar-u-nu-latn" : "en-GB";
  return formatNumber(count, tag, { style: "unit", unit, unitDisplay });
}

export interface Ages {
  /** Formats the time since an instant. */
  age(since: string): string;
  /** Whether the instant is more than `hours` ago. */
  isOlder(since: string, hours: number): boolean;
  days(count: number): string;
  /** Formats seconds in the largest unit of which there is at least one. */
  duration(seconds: number): string;
}

/** Returns functions that format ages in the portal's language. Re-renders each minute. */
export function useAges(): Ages {
  const locale = useLocale();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(timer);
  }, []);
  return {
    age: (since) => {
      const { unit, count } = getAge(since, now.getTime());
      return formatUnit(count, unit, locale);
    },
    isOlder: (since, hours) => now.getTime() - Date.parse(since) > hours * 60 * minute,
    days: (count) => formatUnit(count, "day", locale),
    duration: (seconds) => {
      const largestUnit = units.find(({ ms }) => seconds * 1000 >= ms);
      return largestUnit
        ? formatUnit(Math.round((seconds * 1000) / largestUnit.ms), largestUnit.unit, locale)
        : formatUnit(seconds, "second", locale);
    },
  };
}

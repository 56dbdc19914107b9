/** Dates as `YYYY-MM-DD` and months as `YYYY-MM` in Riyadh, as form inputs have them. No I/O. */
import { addDays, riyadhDate, riyadhInstant, riyadhTime } from "../../../src/i18n/dates.ts";

export const toDay = (instant: string): string => riyadhDate(new Date(instant));
export const toTime = (instant: string): string => riyadhTime(new Date(instant));
export const today = (): string => riyadhDate(new Date());
/** `2026-12-06` and `09:00` as an instant. Empty if either is empty. */
export const toInstant = (day: string, time: string): string => {
  const instant = riyadhInstant(day, time);
  return Number.isNaN(instant.getTime()) ? "" : instant.toISOString();
};
/** The instant at which a day starts. */
export const startOfDay = (day: string): string => toInstant(day, "00:00");
/** 0 is Sunday. */
export const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The weeks that show a month (`2026-12`), Sunday to Saturday. */
export function getWeeks(month: string): string[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekday(first));
  const next = addMonths(month, 1);
  const weeks: string[][] = [];
  for (let day = start; day < `${next}-01`; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
  return weeks;
}

/** Adds months: `2026-12` and 1 give `2027-01`. */
export function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Whether an instant is in the future. */
export const isAhead = (instant: string): boolean => new Date(instant) > new Date();

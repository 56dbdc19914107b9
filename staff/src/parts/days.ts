/** Dates `YYYY-MM-DD` and months `YYYY-MM` in Riyadh, the format of form inputs. No I/O. */
import { addDays, riyadhDate, riyadhInstant, riyadhTime } from "../../../src/i18n/dates.ts";

export const toDay = (instant: string): string => riyadhDate(new Date(instant));
export const toTime = (instant: string): string => riyadhTime(new Date(instant));
export const today = (): string => riyadhDate(new Date());
/** Converts a day and a time in Riyadh to an ISO instant. Returns an empty text if either is empty or invalid. */
export const toInstant = (day: string, time: string): string => {
  const instant = riyadhInstant(day, time);
  return Number.isNaN(instant.getTime()) ? "" : instant.toISOString();
};
/** Returns the instant at which a day starts in Riyadh. */
export const startOfDay = (day: string): string => toInstant(day, "00:00");
/** Returns the weekday of a day. 0 is Sunday. */
export const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Returns the weeks of a calendar page for a month (`2026-12`), each with its seven days from Sunday to Saturday. */
export function getWeeks(month: string): string[][] {
  const firstDay = `${month}-01`;
  const firstSunday = addDays(firstDay, -weekday(firstDay));
  const nextMonth = addMonths(month, 1);
  const weeks: string[][] = [];
  for (let day = firstSunday; day < `${nextMonth}-01`; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
  return weeks;
}

/** Adds months: `2026-12` and 1 give `2027-01`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Whether an instant is in the future. */
export const isAhead = (instant: string): boolean => new Date(instant) > new Date();

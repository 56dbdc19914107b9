import type { DemoRun } from "./types.ts";
import { dayMs } from "#i18n/dates.ts";

const FRIDAY = 5;

const shapeChecks = {
  "same-month": (start: Date, end: Date) =>
    start.getUTCMonth() === end.getUTCMonth() && start.getUTCFullYear() === end.getUTCFullYear(),
  "crosses-month": (start: Date, end: Date) =>
    start.getUTCMonth() !== end.getUTCMonth() && start.getUTCFullYear() === end.getUTCFullYear(),
  "crosses-year": (start: Date, end: Date) => start.getUTCFullYear() !== end.getUTCFullYear(),
};

const isoDate = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Whether the run starts and, if it lasts five days or fewer, ends within the Saudi working week, Sunday to Thursday.
 */
function isInWorkingWeek(start: Date, lengthDays: number): boolean {
  const lastWeekday = start.getUTCDay() + (lengthDays > 5 ? 0 : lengthDays - 1);
  return lastWeekday < FRIDAY;
}

/**
 * The calendar dates of a demo run, as `YYYY-MM-DD`, counted from `today` (`YYYY-MM-DD` in Asia/Riyadh).
 * The run moves later by the fewest days until it starts in the working week (and stays in it, when it
 * lasts five days or fewer) and has the shape that its `calendar` requires.
 */
export function runDates(
  run: Pick<DemoRun, "startsInDays" | "lengthDays" | "calendar">,
  today: string,
): { startDate: string; endDate: string } {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  // Every shape occurs within two years, so the loop always returns.
  for (let shift = 0; shift < 2 * 366; shift += 1) {
    const start = new Date(midnight + (run.startsInDays + shift) * dayMs);
    const end = new Date(start.getTime() + (run.lengthDays - 1) * dayMs);
    const hasShape = run.calendar === undefined || shapeChecks[run.calendar](start, end);
    if (hasShape && isInWorkingWeek(start, run.lengthDays)) return { startDate: isoDate(start), endDate: isoDate(end) };
  }
  throw new Error(`No dates of the shape ${run.calendar} for a run of ${run.lengthDays} days`);
}

import type { Session } from "#features/catalogue/schedule/sessions.ts";
import type { RunSpan } from "#features/catalogue/schedule/teaching-days.ts";
import { dayMs, addDays, riyadhInstant } from "#i18n/dates.ts";
import type { DemoRun } from "./types.ts";

const isWeekend = (date: string) => [5, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The teaching days of a demo run: its first and last day and, evenly spaced between them, working days. */
export function teachingDates({ startDate, endDate, days }: RunSpan): string[] {
  const length = (Date.parse(endDate) - Date.parse(startDate)) / dayMs;
  const spacedDates = Array.from({ length: days }, (_, index) =>
    addDays(startDate, Math.round((index * length) / (days - 1 || 1))),
  );
  return spacedDates.map((date, index) => {
    const nextDate = spacedDates[index + 1];
    const candidates = [date, addDays(date, 1), addDays(date, 2)];
    return (index > 0 && nextDate && candidates.find((day) => !isWeekend(day) && day < nextDate)) || date;
  });
}

/**
 * Sessions of a demo run. They start at 09:00, or at 17:00 in an online run of at most four hours a day. The hours of
 * the run are split evenly. The joining links are fictional.
 */
export function runSessions(
  run: Pick<DemoRun, "days" | "hours" | "delivery">,
  dates: { startDate: string; endDate: string },
  slug: string,
): Session[] {
  const hoursPerDay = run.hours / run.days;
  const startTime = run.delivery === "online" && hoursPerDay <= 4 ? "17:00" : "09:00";
  const joiningUrl = run.delivery === "online" ? `https://meet.example.com/${slug}` : null;
  return teachingDates({ ...dates, days: run.days }).map((date) => {
    const startsAt = riyadhInstant(date, startTime);
    // Round up to a quarter of an hour.
    const endsAt = new Date(startsAt.getTime() + Math.ceil(hoursPerDay * 4) * 15 * 60_000);
    return { startsAt, endsAt, joiningUrl };
  });
}

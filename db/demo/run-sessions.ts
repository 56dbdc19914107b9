import type { Session } from "#features/catalogue/schedule/sessions.ts";
import type { RunSpan } from "#features/catalogue/schedule/teaching-days.ts";
import { dayMs, addDays, riyadhInstant } from "#i18n/dates.ts";
import type { DemoRun } from "./types.ts";

const isWeekend = (date: string) => [5, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The days on which a demo run is taught: first and last day of its span and, evenly between them, working days. */
export function teachingDates({ startDate, endDate, days }: RunSpan): string[] {
  const length = (Date.parse(endDate) - Date.parse(startDate)) / dayMs;
  const evenly = Array.from({ length: days }, (_, at) =>
    addDays(startDate, Math.round((at * length) / (days - 1 || 1))),
  );
  return evenly.map((date, at) => {
    const next = evenly[at + 1];
    const near = [date, addDays(date, 1), addDays(date, 2)];
    return (at > 0 && next && near.find((day) => !isWeekend(day) && day < next)) || date;
  });
}

/**
 * Sessions from 09:00, of online runs with short days from 17:00. The hours of the run are split evenly. The joining
 * links are fictional.
 */
export function runSessions(
  run: Pick<DemoRun, "days" | "hours" | "delivery">,
  dates: { startDate: string; endDate: string },
  slug: string,
): Session[] {
  const perDay = run.hours / run.days;
  const begins = run.delivery === "online" && perDay <= 4 ? "17:00" : "09:00";
  const joiningUrl = run.delivery === "online" ? `https://meet.example.com/${slug}` : null;
  return teachingDates({ ...dates, days: run.days }).map((date) => {
    const startsAt = riyadhInstant(date, begins);
    // To the next quarter of an hour.
    const endsAt = new Date(startsAt.getTime() + Math.ceil(perDay * 4) * 15 * 60_000);
    return { startsAt, endsAt, joiningUrl };
  });
}

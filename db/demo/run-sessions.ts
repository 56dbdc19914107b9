import type { Session } from "#features/schedule/sessions.ts";
import { addDays, riyadhInstant } from "#i18n/dates.ts";
import type { DemoRun } from "./types.ts";

const isWeekend = (date: string) => [5, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The days on which a demo run is taught: first and last day of its span and, evenly between them, working days. */
export function teachingDates({
  startDate,
  endDate,
  days,
}: {
  startDate: string;
  endDate: string;
  days: number;
}): string[] {
  const between: string[] = [];
  for (let date = addDays(startDate, 1); date < endDate; date = addDays(date, 1)) between.push(date);
  const workdays = between.filter((date) => !isWeekend(date));
  const free = workdays.length >= days - 2 ? workdays : between;
  const inner = Array.from(
    { length: Math.max(0, days - 2) },
    (_, at) => free[Math.floor(((at + 0.5) * free.length) / (days - 2))] ?? startDate,
  );
  return days === 1 ? [startDate] : [startDate, ...inner, endDate];
}

/** From nine o'clock, online courses of short days in the evening; as long as the hours of the run say. The rooms are made up. */
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

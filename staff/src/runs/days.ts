/** Days as texts `YYYY-MM-DD`, in Riyadh. Pure. */
const dayMs = 86_400_000;
const riyadh = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" });
const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Riyadh", hour: "2-digit", minute: "2-digit" });

export const dayOf = (instant: string | Date): string => riyadh.format(new Date(instant));
export const timeOf = (instant: string): string => clock.format(new Date(instant));
export const today = (): string => dayOf(new Date());
/** `2026-12-06` and `09:00` as an instant. */
export const instantOf = (day: string, time: string): string => {
  const instant = new Date(`${day}T${time}:00+03:00`);
  return Number.isNaN(instant.getTime()) ? "" : instant.toISOString();
};
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
/** 0 is Sunday. */
export const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The weeks that show a month (`2026-12`), from Sunday to Saturday. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekday(first));
  const next = nextMonth(month, 1);
  const weeks: string[][] = [];
  for (let day = start; day < `${next}-01`; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)));
  return weeks;
}

/** `2026-12` and 1: `2027-01`. */
export function nextMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

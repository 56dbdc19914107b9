import { addDays } from "../../../src/i18n/dates.ts";
/** Where runs stand in a week of the calendar. Pure. */

export interface Bar<Run> {
  run: Run;
  /** Columns from 1 to 7, and how many. */
  column: number;
  span: number;
  lane: number;
  /** Its first day, and which teaching day of the run that is, from 1. */
  date: string;
  day: number;
}

/** Days in a row become one bar; bars that would cover each other stand below each other. */
export function barsOf<Run extends { id: number; dates: string[] }>(
  week: readonly string[],
  runs: readonly Run[],
): Bar<Run>[] {
  const bars = runs.flatMap((run) => {
    const ofWeek: Omit<Bar<Run>, "lane">[] = [];
    for (const [at, date] of week.entries()) {
      const day = run.dates.indexOf(date) + 1;
      if (day === 0) continue;
      const last = ofWeek.at(-1);
      if (last && addDays(last.date, last.span) === date) last.span += 1;
      else ofWeek.push({ run, column: at + 1, span: 1, date, day });
    }
    return ofWeek;
  });
  const ends: number[] = [];
  return bars
    .toSorted((one, other) => one.column - other.column || other.span - one.span || one.run.id - other.run.id)
    .map((bar) => {
      const free = ends.findIndex((end) => end < bar.column);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = bar.column + bar.span - 1;
      return { ...bar, lane };
    });
}

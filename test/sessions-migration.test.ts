/** Tests the migration that adds sessions. Existing runs get the days that are certain, without times. */
import { expect, it } from "vitest";
import { teachingDays } from "#features/catalogue/schedule/teaching-days.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { describeOnDatabase } from "./database.ts";
import { migrateUpTo } from "./older-database.ts";

const course = `
  insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image)
    values ('sepsis', 'healthcare-quality', 'Quality', 'Sepsis in practice', '', '', '', '[]', '[]', 'x')`;
const runs: [firstDay: string, lastDay: string, days: number][] = [
  ["2027-01-12", "2027-01-12", 1],
  ["2027-01-30", "2027-02-01", 3],
  ["2027-01-12", "2027-02-18", 2],
  ["2027-01-24", "2027-02-16", 3],
  ["2027-01-13", "2027-01-19", 5],
  ["2027-01-12", "2027-01-20", 1],
  ["2027-01-12", "2027-01-13", 5],
];

describeOnDatabase("the migration of sessions", (open) => {
  it("G-02 gives each run whole-day, unconfirmed sessions on the days that teaching-days.ts knows, and changes no date", async () => {
    const database = await open();
    await migrateUpTo(database, "sessions");
    await database.executeSql(course);
    for (const [start, end, days] of runs)
      await database.executeSql(
        `insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
          values (1, $1, $2, $3, 12, 'Riyadh', 'onsite', 10, 1000, 'none')`,
        [start, end, days],
      );
    await database.migrate("db/migrations");
    for (const [index, [startDate, endDate, days]] of runs.entries()) {
      const { rows } = await database.executeSql(
        "select starts_at, ends_at, joining_url from run_session where run_id = $1 order by starts_at",
        [index + 1],
      );
      const sessions = rows as { starts_at: Date | string; ends_at: Date | string; joining_url: string | null }[];
      const { known } = teachingDays({ startDate, endDate, days });
      expect(sessions.map(({ starts_at }) => riyadhDate(new Date(starts_at)))).toEqual(known.map(({ date }) => date));
      for (const { starts_at, ends_at, joining_url } of sessions) {
        expect(new Date(ends_at).getTime() - new Date(starts_at).getTime()).toBe((24 * 60 - 1) * 60_000);
        expect(joining_url).toBeNull();
      }
    }
    const { rows } = await database.executeSql(
      "select start_date::text as first, end_date::text as last, days, times_confirmed as confirmed from course_run order by id",
    );
    // A run of two dates cannot have five days, so the migration sets two.
    const expected = runs.map(([first, last, days]) => ({
      first,
      last,
      days: first === "2027-01-12" && days === 5 ? 2 : days,
    }));
    expect(rows).toEqual(expected.map((run) => ({ ...run, confirmed: false })));
  });
});

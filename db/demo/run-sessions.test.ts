import { expect, it } from "vitest";
import { toRunSpan, sessionProblems } from "#features/catalogue/schedule/sessions.ts";
import { addDays } from "#i18n/dates.ts";
import { demoCourses } from "./courses.ts";
import { runDates } from "./run-dates.ts";
import { runSessions, teachingDates } from "./run-sessions.ts";

it("G-02 spaces teaching days evenly: weekly, daily or a single one", () => {
  expect(teachingDates({ startDate: "2027-01-31", endDate: "2027-02-21", days: 4 })).toEqual([
    "2027-01-31",
    "2027-02-07",
    "2027-02-14",
    "2027-02-21",
  ]);
  expect(teachingDates({ startDate: "2027-01-12", endDate: "2027-01-14", days: 3 })).toHaveLength(3);
  expect(teachingDates({ startDate: "2027-01-12", endDate: "2027-01-12", days: 1 })).toEqual(["2027-01-12"]);
});

it("G-02 gives every run valid sessions that agree with its dates, whenever the demo is loaded", () => {
  for (let n = 0; n < 366; n += 1) {
    const today = addDays("2026-11-22", n);
    for (const { slug, runs } of demoCourses)
      for (const run of runs) {
        const dates = runDates(run, today);
        const sessions = runSessions(run, dates, slug);
        expect(sessionProblems(sessions, run.delivery), `${slug} ${today}`).toEqual([]);
        expect(toRunSpan(sessions), `${slug} ${today}`).toEqual({ ...dates, days: run.days });
        // Sessions between the first and the last are never on Friday (5) or Saturday (6).
        const weekdaysBetween = sessions.slice(1, -1).map(({ startsAt }) => startsAt.getUTCDay());
        expect(Math.max(0, ...weekdaysBetween), `${slug} ${today}`).toBeLessThan(5);
      }
  }
});

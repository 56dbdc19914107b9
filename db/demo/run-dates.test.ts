import { describe, expect, it } from "vitest";
import { courseCategories } from "#features/catalogue/filters.ts";
import { demoCourses } from "./courses.ts";
import { runDates } from "./run-dates.ts";
import type { DemoCourse } from "./types.ts";

const days = Array.from({ length: 2 * 366 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
);

/**
 * Returns the courses in the order of the listing on a day, each once. Upcoming courses come first, soonest first; then
 * those in progress, then those that have ended, each of these two groups latest first.
 */
function sortForListing(courses: DemoCourse[], today: string): DemoCourse[] {
  type Dates = ReturnType<typeof runDates>;
  const stage = ({ startDate, endDate }: Dates) => (startDate > today ? 0 : endDate >= today ? 1 : 2);
  const compare = (a: Dates, b: Dates) =>
    stage(a) - stage(b) || a.startDate.localeCompare(b.startDate) * (stage(a) === 0 ? 1 : -1);
  return courses
    .flatMap((course) => {
      const dates = course.runs.map((run) => runDates(run, today)).toSorted(compare);
      return dates.slice(0, 1).map((shown) => ({ course, shown }));
    })
    .toSorted((a, b) => compare(a.shown, b.shown))
    .map(({ course }) => course);
}

describe("the dates of demo runs, on whichever day the demo is loaded", () => {
  it("counts from today, and moves later only to fit the working week and the calendar rule", () => {
    expect(runDates({ startsInDays: 0, lengthDays: 3 }, "2026-11-22")).toEqual({
      startDate: "2026-11-22",
      endDate: "2026-11-24",
    });
    expect(runDates({ startsInDays: 0, lengthDays: 3 }, "2026-11-25")).toEqual({
      startDate: "2026-11-29",
      endDate: "2026-12-01",
    });
    expect(runDates({ startsInDays: 0, lengthDays: 3, calendar: "same-month" }, "2026-11-25")).toEqual({
      startDate: "2026-12-01",
      endDate: "2026-12-03",
    });
    expect(runDates({ startsInDays: 0, lengthDays: 22, calendar: "crosses-month" }, "2026-11-01")).toEqual({
      startDate: "2026-11-10",
      endDate: "2026-12-01",
    });
    expect(runDates({ startsInDays: 0, lengthDays: 85, calendar: "crosses-year" }, "2026-11-22")).toEqual({
      startDate: "2026-11-22",
      endDate: "2027-02-14",
    });
  });

  it("rejects a run that can never meet its calendar rule", () => {
    expect(() => runDates({ startsInDays: 0, lengthDays: 1, calendar: "crosses-month" }, "2026-11-21")).toThrow(
      "crosses-month",
    );
  });

  it("keeps short runs in the working week, and every run future, current or past as planned", () => {
    for (const today of days) {
      for (const { slug, runs } of demoCourses) {
        for (const run of runs) {
          const { startDate, endDate } = runDates(run, today);
          const weekdays = [startDate, endDate].map((date) => new Date(date).getUTCDay());
          if (run.lengthDays <= 5) expect(Math.max(...weekdays), `${slug} ${today}`).toBeLessThan(5);
          if (run.startsInDays > 0) expect(startDate > today, `${slug} ${today}`).toBe(true);
          else if (slug === "first-improvement-project")
            expect(startDate <= today && endDate > today, today).toBe(true);
          else expect(endDate < today, `${slug} ${today}`).toBe(true);
        }
      }
    }
  });

  it("never puts covers of the same palette side by side or above each other, in the listing or a category", () => {
    for (const today of days) {
      const listings = [
        demoCourses,
        ...courseCategories.map((category) => demoCourses.filter((course) => course.category === category)),
      ];
      for (const courses of listings) {
        const listed = sortForListing(courses, today);
        expect(listed).toHaveLength(courses.length);
        listed.forEach((course, index) => {
          // Three tiles a row: the neighbours are the next tile and the one below.
          for (const other of [listed[index + 1], listed[index + 3]])
            expect(other?.palette, `${course.slug} and ${other?.slug} on ${today}`).not.toBe(course.palette);
        });
      }
    }
    const featured = demoCourses.filter((course) => course.featured_position).map((course) => course.palette);
    expect(new Set(featured).size).toBe(4);
  });
});

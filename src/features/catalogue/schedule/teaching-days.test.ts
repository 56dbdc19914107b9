import { expect, it } from "vitest";
import { teachingDays } from "./teaching-days.ts";

const days = (startDate: string, endDate: string, count: number) => teachingDays({ startDate, endDate, days: count });
const dates = (...args: Parameters<typeof days>) =>
  days(...args).known.map(({ ordinal, date }) => `${ordinal} ${date}`);

it("F-28 knows all days that fill the span, also across months", () => {
  expect(dates("2027-01-30", "2027-02-01", 3)).toEqual(["1 2027-01-30", "2 2027-01-31", "3 2027-02-01"]);
  expect(dates("2027-01-12", "2027-01-12", 1)).toEqual(["1 2027-01-12"]);
  expect(days("2027-01-30", "2027-02-01", 3).isComplete).toBe(true);
});

it("F-28 knows both days of a two-day course", () => {
  expect(days("2027-01-12", "2027-02-18", 2)).toEqual({
    known: [
      { ordinal: 1, date: "2027-01-12" },
      { ordinal: 2, date: "2027-02-18" },
    ],
    isComplete: true,
  });
});

it("F-28 knows only first and last day with fewer days than the span, even if working days would fit", () => {
  expect(days("2027-01-24", "2027-02-16", 3).isComplete).toBe(false);
  expect(dates("2027-01-24", "2027-02-16", 3)).toEqual(["1 2027-01-24", "3 2027-02-16"]);
  // Wed to Tue with five days: Fri and Sat may be free, or not.
  expect(days("2027-01-13", "2027-01-19", 5).isComplete).toBe(false);
});

it("F-28 knows only first and last day when the number of days is impossible", () => {
  expect(dates("2027-01-12", "2027-01-13", 5)).toEqual(["1 2027-01-12", "2 2027-01-13"]);
  expect(days("2027-01-12", "2027-01-20", 1)).toEqual({
    known: [
      { ordinal: 1, date: "2027-01-12" },
      { ordinal: 2, date: "2027-01-20" },
    ],
    isComplete: false,
  });
});

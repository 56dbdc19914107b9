import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addWorkingDays,
  workingDaysLater,
  clockTime,
  dateRangeLabel,
  dayAndTime,
  untilLabel,
  fullDate,
  isDate,
  monthOnLeaf,
  riyadhDate,
  riyadhTime,
  unbroken,
  formatWeekdayDate,
  weekdayRange,
} from "./dates.ts";

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 800 }))
  .map(([start, days]) => [start, addDays(start, days)] as const);
const locale = fc.constantFrom("en" as const, "ar" as const);

describe("L-05 the compact label of a course's dates", () => {
  it.each([
    ["2027-01-12", "2027-01-14", "14 January 2027", "14 يناير 2027"],
    ["2027-01-30", "2027-02-03", "30 January – 3 February 2027", "30 يناير – 3 فبراير 2027"],
    ["2026-12-30", "2027-01-02", "30 December 2026 – 2 January 2027", "30 ديسمبر 2026 – 2 يناير 2027"],
    ["2026-01-12", "2027-01-14", "12 January 2026 – 14 January 2027", "12 يناير 2026 – 14 يناير 2027"],
  ])("%s to %s", (start, end, en, ar) => {
    expect(dateRangeLabel(start, end, "en")).toBe(en);
    expect(dateRangeLabel(start, end, "ar")).toBe(ar);
  });

  it("ends with the full end date, and shows only the differing parts of the start", () => {
    fc.assert(
      fc.property(range, locale, ([start, end], locale) => {
        const label = dateRangeLabel(start, end, locale);
        const last = fullDate(end, locale);
        expect(label.endsWith(last)).toBe(true);
        const first = label.slice(0, -last.length);
        const [sameMonth, sameYear] = [start.slice(0, 7) === end.slice(0, 7), start.slice(0, 4) === end.slice(0, 4)];
        const day = String(Number(start.slice(8)));
        expect(first).toMatch(
          sameMonth ? /^$/ : new RegExp(`^${day} [^ ]+${sameYear ? "" : ` ${start.slice(0, 4)}`} – $`),
        );
      }),
    );
  });

  it("has Latin digits only and no invisible direction marks, in both languages", () => {
    fc.assert(
      fc.property(
        range,
        locale,
        ([start, end], locale) =>
          void expect(dateRangeLabel(start, end, locale) + weekdayRange(start, end, locale)).not.toMatch(
            /[\u0660-\u0669\u06f0-\u06f9\u200e\u200f]/,
          ),
      ),
    );
  });
});

describe("start and end with weekdays", () => {
  it.each([
    ["2027-01-12", "2027-01-14", "Tue 12 – Thu 14 January 2027", "من الثلاثاء 12 إلى الخميس 14 يناير 2027"],
    ["2027-01-31", "2027-02-03", "Sun 31 January – Wed 3 February 2027", "من الأحد 31 يناير إلى الأربعاء 3 فبراير 2027"],
    [
      "2026-12-30",
      "2027-01-03",
      "Wed 30 December 2026 – Sun 3 January 2027",
      "من الأربعاء 30 ديسمبر 2026 إلى الأحد 3 يناير 2027",
    ],
    ["2027-01-14", "2027-01-14", "Thu 14 January 2027", "الخميس 14 يناير 2027"],
  ])("%s to %s", (start, end, en, ar) => {
    expect(weekdayRange(start, end, "en")).toBe(en);
    expect(weekdayRange(start, end, "ar")).toBe(ar);
  });
});

describe("F-20 a label whose dates are never split", () => {
  it("can break only between its two dates, and never within a date", () => {
    fc.assert(
      fc.property(range, locale, fc.constantFrom(dateRangeLabel, weekdayRange), ([start, end], locale, label) => {
        const text = label(start, end, locale);
        const [first, second, ...more] = unbroken(text).split(" ");
        expect(more).toEqual([]);
        expect(unbroken(text).replaceAll("\u00a0", " ")).toBe(text);
        expect((second ?? first)?.endsWith(fullDate(end, locale).replaceAll(" ", "\u00a0"))).toBe(true);
      }),
    );
    expect(unbroken(weekdayRange("2026-12-20", "2026-12-24", "ar"))).toBe(
      "من\u00a0الأحد\u00a020 إلى\u00a0الخميس\u00a024\u00a0ديسمبر\u00a02026",
    );
  });
});

describe("month and weekday names", () => {
  /** The tags fix the Gregorian calendar and Latin digits, because runtimes disagree about plain `ar-SA`. */
  const localeTags = { en: "en-GB", ar: "ar-SA-u-ca-gregory-nu-latn" };
  const formatWithIntl = (date: string, locale: "en" | "ar", options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeTags[locale], { ...options, timeZone: "UTC" })
      .format(new Date(`${date}T00:00:00Z`))
      .replaceAll(/[\u200e\u200f]/g, "");

  it.each(["en", "ar"] as const)("match Intl on every day of a leap year, %s", (locale) => {
    for (let date = "2028-01-01"; date < "2029-01-01"; date = addDays(date, 1)) {
      expect(fullDate(date, locale)).toBe(
        formatWithIntl(date, locale, { day: "numeric", month: "long", year: "numeric" }),
      );
      const weekday = formatWithIntl(date, locale, { weekday: locale === "ar" ? "long" : "short" });
      expect(weekdayRange(date, date, locale)).toBe(`${weekday} ${fullDate(date, locale)}`);
      expect(
        dateRangeLabel(date, "2028-12-31", locale).startsWith(
          date < "2028-12" ? formatWithIntl(date, locale, { day: "numeric", month: "long" }) : "31",
        ),
      ).toBe(true);
    }
  });
});

describe("the day in Riyadh", () => {
  it("begins three hours before the day in UTC", () => {
    expect(riyadhDate(new Date("2026-12-31T20:59:59Z"))).toBe("2026-12-31");
    expect(riyadhDate(new Date("2026-12-31T21:00:00Z"))).toBe("2027-01-01");
    expect(riyadhTime(new Date("2026-12-31T21:05:00Z"))).toBe("00:05");
  });

  it("is the UTC date three hours later at any time, without summer time", () => {
    const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(
        instant,
        (at) => void expect(riyadhDate(at)).toBe(new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10)),
      ),
    );
  });

  it("has the same clock as Intl in both languages", () => {
    const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    const clock = (name: string) =>
      new Intl.DateTimeFormat(name, { timeZone: "Asia/Riyadh", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const clocks = ["en-GB", "ar-SA-u-ca-gregory-nu-latn"].map(clock);
    fc.assert(fc.property(instant, (at) => clocks.forEach((one) => expect(riyadhTime(at)).toBe(one.format(at)))));
  });

  it("adding and subtracting days is reversible", () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -5000, max: 5000 }),
        (date, days) => void expect(addDays(addDays(date, days), -days)).toBe(date),
      ),
    );
  });
});

describe("dates and times in emails", () => {
  it.each([
    ["2026-11-22T07:42:00Z", "10:42 am", "10:42 صباحًا"],
    ["2026-11-22T09:00:00Z", "12:00 pm", "12:00 مساءً"],
    ["2026-11-22T21:05:00Z", "12:05 am", "12:05 صباحًا"],
    ["2026-11-22T13:30:00Z", "4:30 pm", "4:30 مساءً"],
  ])("%s in Riyadh", (instant, en, ar) => {
    expect(clockTime(new Date(instant), "en")).toBe(en);
    expect(clockTime(new Date(instant), "ar")).toBe(ar);
  });

  it("formats day, time, deadline and month in both languages", () => {
    expect(dayAndTime(new Date("2026-11-22T22:00:00Z"), "en")).toBe("Mon 23 November 2026, 1:00 am");
    expect(dayAndTime(new Date("2026-11-22T07:42:00Z"), "ar")).toBe("الأحد 22 نوفمبر 2026، 10:42 صباحًا");
    const midnight = new Date("2027-01-11T21:00:00Z");
    expect([untilLabel(midnight, "en"), untilLabel(midnight, "ar")]).toEqual([
      "Mon 11 January 2027",
      "الاثنين 11 يناير 2027",
    ]);
    expect(untilLabel(new Date("2026-11-22T22:00:00Z"), "en")).toBe("Mon 23 November 2026, 1:00 am");
    expect([formatWeekdayDate("2027-01-12", "en"), formatWeekdayDate("2027-01-12", "ar")]).toEqual([
      "Tue 12 January",
      "الثلاثاء 12 يناير",
    ]);
    expect([monthOnLeaf("2027-01-12", "en"), monthOnLeaf("2027-01-12", "ar")]).toEqual(["Jan", "يناير"]);
  });

  it.each([
    ["2026-11-22", 14, "2026-12-10"],
    ["2026-11-26", 1, "2026-11-29"],
    ["2026-11-27", 1, "2026-11-29"],
    ["2026-11-22", 0, "2026-11-22"],
  ])("%s plus %i working days is %s", (from, days, to) => {
    expect(addWorkingDays(from, days)).toBe(to);
  });
});

it("accepts only dates that exist", () => {
  expect(["2028-02-29", "2027-12-31"].every(isDate)).toBe(true);
  expect(["2027-02-29", "2027-13-01", "2027-1-1", "2027-01-01T00:00", "", "0000-00-00"].some(isDate)).toBe(false);
});

it("two working days after a Thursday morning is Monday at the same time in Riyadh", () => {
  expect(workingDaysLater(new Date("2026-11-26T06:30:00Z"), 2)).toEqual(new Date("2026-11-30T06:30:00Z"));
  // It is Friday already in Riyadh.
  expect(workingDaysLater(new Date("2026-11-26T21:30:00Z"), 2)).toEqual(new Date("2026-11-29T21:30:00Z"));
});

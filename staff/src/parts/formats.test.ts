import { expect, it } from "vitest";
import { clockTime } from "../../../src/i18n/dates.ts";
import { formatDate, formatNearDay, formatNearDays } from "./formats.ts";

it("S-46: shows the year only for days and runs of another year", () => {
  const today = "2026-11-24";
  expect(formatNearDay("2026-12-06", today, "en")).toBe("Sun 6 Dec");
  expect(formatNearDay("2027-01-06", today, "en")).toBe("Wed 6 Jan 2027");
  expect(formatNearDays("2026-12-06", "2026-12-08", today, "en")).toBe("6–8 Dec");
  expect(formatNearDays("2027-01-06", "2027-01-08", today, "en")).toBe("6–8 Jan 2027");
  expect(formatNearDays("2026-12-31", "2027-01-02", today, "en")).toBe("31 Dec 2026 – 2 Jan 2027");
  expect(formatNearDays("2027-01-06", "2027-01-06", today, "ar")).toContain("2027");
});

it("D33: puts no comma between weekday and date in Arabic", () => {
  expect(formatDate("2026-11-24", "dayMonth", "ar")).toBe("الثلاثاء 24 نوفمبر");
  expect(formatDate("2026-11-24", "full", "ar")).toBe("الثلاثاء 24 نوفمبر 2026");
});

it("D8: shows 24-hour times in the portal and 12-hour times on the site", () => {
  const instant = new Date("2026-11-24T13:00:00Z");
  for (const [locale, onSite] of [
    ["en", "4:00 pm"],
    ["ar", "4:00 مساءً"],
  ] as const)
    expect([formatDate(instant, "time", locale), clockTime(instant, locale)]).toEqual(["16:00", onSite]);
});

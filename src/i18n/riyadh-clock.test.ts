import { expect, it } from "vitest";
import { riyadhClock, riyadhMoment } from "./riyadh-clock.ts";

const spaced = (text: string) => text.replaceAll("\u00a0", " ");

it("N-06 names the time zone, and never breaks within a time", () => {
  const at = new Date("2026-11-22T05:24:00Z");
  expect(spaced(riyadhClock(at, "en"))).toBe("8:24 am (Riyadh time)");
  expect(spaced(riyadhClock(at, "ar"))).toBe("8:24 صباحًا (بتوقيت الرياض)");
  expect(spaced(riyadhMoment(at, "en"))).toBe("Sun 22 November 2026, 8:24 am (Riyadh time)");
  expect(spaced(riyadhMoment(at, "ar"))).toBe("الأحد 22 نوفمبر 2026، 8:24 صباحًا (بتوقيت الرياض)");
  expect(riyadhMoment(at, "en").split(" ")).toEqual([
    "Sun\u00a022\u00a0November\u00a02026,",
    "8:24\u00a0am",
    "(Riyadh",
    "time)",
  ]);
});

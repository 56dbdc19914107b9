import { expect, it } from "vitest";
import { ageOf } from "./age.ts";

const now = Date.parse("2026-11-22T10:00:00Z");
it.each([
  ["2026-11-22T10:00:30Z", "minutes", 1, false],
  ["2026-11-22T09:35:00Z", "minutes", 25, false],
  ["2026-11-22T08:01:00Z", "minutes", 119, false],
  ["2026-11-22T04:00:00Z", "hours", 6, false],
  ["2026-11-20T10:01:00Z", "hours", 47, false],
  ["2026-11-20T10:00:00Z", "days", 2, true],
])("%s is %s ago", (since, unit, count, isLong) => {
  expect(ageOf(since, now)).toEqual({ unit, count, isLong });
});

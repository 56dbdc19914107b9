import { expect, it } from "vitest";
import { getAge } from "./age.ts";

const now = Date.parse("2026-11-22T10:00:00Z");
it.each([
  ["2026-11-22T10:00:30Z", 1, "minute", 1],
  ["2026-11-22T08:01:00Z", 1, "hour", 1],
  ["2026-11-20T10:01:00Z", 1, "day", 1],
  ["2026-11-22T10:00:30Z", 2, "minute", 1],
  ["2026-11-22T09:35:00Z", 2, "minute", 25],
  ["2026-11-22T08:01:00Z", 2, "minute", 119],
  ["2026-11-22T04:00:00Z", 2, "hour", 6],
  ["2026-11-20T10:01:00Z", 2, "hour", 47],
  ["2026-11-20T10:00:00Z", 2, "day", 2],
])("shows the age of %s in the largest unit of at least %s", (since, fewest, unit, count) => {
  expect(getAge(since, now, fewest)).toEqual({ unit, count });
});

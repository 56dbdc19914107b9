import { describe, expect, it } from "vitest";
import { addWakingHours, nextEntries, offerEnd } from "./offer-rules.ts";

/** Parses `11-22 10:42` as a time in Riyadh in 2026. */
const riyadh = (text: string) => new Date(`2026-${text.replace(" ", "T")}:00+03:00`);

describe("the clock of an offer", () => {
  it.each([
    ["runs by day", "11-22 10:42", 2, "11-22 12:42"],
    ["stands still from 22:00 to 08:00", "11-22 21:00", 2, "11-23 09:00"],
    ["begins in the morning when it is made at night", "11-22 23:30", 2, "11-23 10:00"],
    ["begins the same morning after midnight", "11-23 03:00", 2, "11-23 10:00"],
    ["ends at 22:00 sharp, not the next morning", "11-22 20:00", 2, "11-22 22:00"],
    ["takes 24 waking hours over a night", "11-22 10:00", 24, "11-23 20:00"],
    ["crosses two nights from the afternoon", "11-22 18:00", 24, "11-24 14:00"],
  ] as const)("W-02 %s", (_what, from, hours, to) => {
    expect(addWakingHours(riyadh(from), hours)).toEqual(riyadh(to));
  });

  const run = { startsAt: riyadh("12-20 09:00"), endDate: "2026-12-24" };

  it("W-02 lasts 24 hours, or 2 if the run begins within 48", () => {
    expect(offerEnd(riyadh("11-22 08:00"), run)).toEqual(riyadh("11-23 18:00"));
    expect(offerEnd(riyadh("12-18 08:59"), run)).toEqual(riyadh("12-19 18:59"));
    expect(offerEnd(riyadh("12-18 09:00"), run)).toEqual(riyadh("12-18 11:00"));
  });

  it("W-02 never passes the end of sale", () => {
    expect(offerEnd(riyadh("12-24 21:30"), run)).toEqual(new Date("2026-12-24T21:00:00Z"));
  });
});

describe("the next waitlist entries", () => {
  const entries = [
    { id: 1, seats: 3 },
    { id: 2, seats: 1 },
    { id: 3, seats: 2 },
    { id: 4, seats: 1 },
  ];
  const findNextIds = (free: number) => nextEntries(entries, free).map(({ id }) => id);

  it("W-01 are the first that fit the free seats; one that does not fit keeps its position", () => {
    expect(findNextIds(0)).toEqual([]);
    expect(findNextIds(1)).toEqual([2]);
    expect(findNextIds(2)).toEqual([2, 4]);
    expect(findNextIds(3)).toEqual([1]);
    expect(findNextIds(4)).toEqual([1, 2]);
    expect(findNextIds(100)).toEqual([1, 2, 3, 4]);
  });
});

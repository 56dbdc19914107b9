import { expect, it } from "vitest";
import { lastDays } from "./last-days.ts";

const of = (orderedOn: string, startDate: string, today = orderedOn) => lastDays({ orderedOn, startDate, today });

it("N-03 N-08 the last days are those of terms and FAQ: 7 days to cancel, 14 before to move, the day before to send another", () => {
  expect(of("2026-11-24", "2027-01-12")).toEqual({ cancel: "2026-12-01", move: "2026-12-29", rename: "2027-01-11" });
  expect(of("2026-11-24", "2026-11-28")).toEqual({ cancel: "2026-11-27", move: null, rename: "2026-11-27" });
});

it("N-03 N-08 a day is named until it is over, and not a day longer", () => {
  const course = ["2026-11-24", "2027-01-12"] as const;
  expect(of(...course, "2026-12-01").cancel).toBe("2026-12-01");
  expect(of(...course, "2026-12-02").cancel).toBeNull();
  expect([of(...course, "2026-12-29").move, of(...course, "2026-12-30").move]).toEqual(["2026-12-29", null]);
  expect([of(...course, "2027-01-11").rename, of(...course, "2027-01-12").rename]).toEqual(["2027-01-11", null]);
});

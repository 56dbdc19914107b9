import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { availabilityOf, shownRun } from "./course.ts";

describe("L-03 whether a course can be booked", () => {
  it("not once it has ended, whatever else holds", () => {
    fc.assert(fc.property(fc.boolean(), fc.integer({ min: -3, max: 30 }), (disable_course, seats_left) => void expect(availabilityOf({ ended: true, disable_course, seats_left })).toBe("ended")));
  });

  it("not when staff flagged it, free seats or not", () => {
    expect(availabilityOf({ ended: false, disable_course: true, seats_left: 5 })).toBe("closed");
    expect(availabilityOf({ ended: false, disable_course: true, seats_left: 0 })).toBe("closed");
  });

  it("not without a free seat, and otherwise yes", () => {
    expect(availabilityOf({ ended: false, disable_course: false, seats_left: 0 })).toBe("sold-out");
    expect(availabilityOf({ ended: false, disable_course: false, seats_left: -1 })).toBe("sold-out");
    expect(availabilityOf({ ended: false, disable_course: false, seats_left: 1 })).toBe("open");
  });
});

describe("the run a course is shown with", () => {
  const past = { id: 1, start_date: "2026-01-10", ended: true };
  const later = { id: 2, start_date: "2026-03-10", ended: true };
  const next = { id: 3, start_date: "2027-01-10", ended: false };
  const after = { id: 4, start_date: "2027-02-10", ended: false };

  it("is the next one, else the latest past one, else none", () => {
    expect(shownRun([after, past, next, later])?.id).toBe(3);
    expect(shownRun([past, later])?.id).toBe(2);
    expect(shownRun([])).toBeUndefined();
  });

  it("is the one asked for, also when past; one that is not among them counts as not asked for", () => {
    expect(shownRun([after, past, next], 4)?.id).toBe(4);
    expect(shownRun([after, past, next], 1)?.id).toBe(1);
    expect(shownRun([after, past, next], 99)?.id).toBe(3);
  });
});

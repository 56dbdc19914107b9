import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAvailability, byStage, selectRun } from "./course.ts";

describe("L-03 whether a course can be booked", () => {
  it("is always ended after its last day", () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: -3, max: 30 }),
        (disable_course, seats_left) =>
          void expect(getAvailability({ ended: true, disable_course, seats_left, seats_held: 3 })).toBe("ended"),
      ),
    );
  });

  it("is always closed when staff closed it", () => {
    expect(getAvailability({ ended: false, disable_course: true, seats_left: 5, seats_held: 0 })).toBe("closed");
    expect(getAvailability({ ended: false, disable_course: true, seats_left: 0, seats_held: 2 })).toBe("closed");
  });

  it("is sold out without a free seat, and open otherwise", () => {
    expect(getAvailability({ ended: false, disable_course: false, seats_left: 0, seats_held: 0 })).toBe("sold-out");
    expect(getAvailability({ ended: false, disable_course: false, seats_left: -1, seats_held: 0 })).toBe("sold-out");
    expect(getAvailability({ ended: false, disable_course: false, seats_left: 1, seats_held: 4 })).toBe("open");
  });

  it("F-26 is held while its last seats are held, but sold out when held seats exceed a lowered capacity", () => {
    expect(getAvailability({ ended: false, disable_course: false, seats_left: 0, seats_held: 1 })).toBe("held");
    expect(getAvailability({ ended: false, disable_course: false, seats_left: -1, seats_held: 2 })).toBe("held");
    expect(getAvailability({ ended: false, disable_course: false, seats_left: -2, seats_held: 2 })).toBe("sold-out");
  });
});

describe("the run a course is shown with", () => {
  const past = { id: 1, start_date: "2026-01-10", ended: true, started: false };
  const later = { id: 2, start_date: "2026-03-10", ended: true, started: false };
  const next = { id: 3, start_date: "2027-01-10", ended: false, started: false };
  const after = { id: 4, start_date: "2027-02-10", ended: false, started: false };
  const begun = { id: 5, start_date: "2026-11-15", ended: false, started: true };
  const begunBefore = { id: 6, start_date: "2026-11-01", ended: false, started: true };

  it("is the next one, else the latest past one, else none", () => {
    expect(selectRun([after, past, next, later])?.id).toBe(3);
    expect(selectRun([past, later])?.id).toBe(2);
    expect(selectRun([])).toBeUndefined();
  });

  it("F-25 is an upcoming run, else one that has begun, else a past one", () => {
    expect(selectRun([begun, after, past])?.id).toBe(4);
    expect(selectRun([past, begunBefore, later, begun])?.id).toBe(5);
    expect([begun, past, after, begunBefore, later, next].toSorted(byStage).map(({ id }) => id)).toEqual([
      3, 4, 5, 6, 2, 1,
    ]);
  });

  it("is the requested one, even when past; an unknown id is ignored", () => {
    expect(selectRun([after, past, next], 4)?.id).toBe(4);
    expect(selectRun([after, past, next], 1)?.id).toBe(1);
    expect(selectRun([after, past, next], 99)?.id).toBe(3);
  });
});

import { describe, expect, it } from "vitest";
import { defaultSettings } from "#features/settings/settings.ts";
import { groupProblems, getRunHolds, holdStatus, seatsHeldElsewhere, type Hold, type OwnHold } from "./hold-rules.ts";

const limits = defaultSettings.holds;
const now = new Date("2027-01-10T09:00:00Z");
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const hold = (minutes: number, isPaid = false): Hold => ({ ends: at(minutes), isPaid });
const status = (...holds: Hold[]) => holdStatus(holds, now, limits);

describe("until when seats are held", () => {
  it("F-04 after two expired holds the account waits 30 minutes from the end of the second", () => {
    expect(status(hold(-31), hold(-1))).toEqual({ kind: "paused", until: at(29) });
    expect(status(hold(-1), hold(-31))).toEqual({ kind: "paused", until: at(29) });
    expect(status(hold(-45), hold(-30))).toEqual({ kind: "open", until: at(15) });
  });

  it("F-04 after a pause the count begins anew", () => {
    expect(status(hold(-90), hold(-75), hold(-5))).toEqual({ kind: "open", until: at(15) });
    expect(status(hold(-90), hold(-75), hold(-30), hold(-5))).toEqual({ kind: "paused", until: at(25) });
  });

  it("F-04 counts neither a paid hold nor one of yesterday", () => {
    expect(status(hold(-31), hold(-1, true))).toEqual({ kind: "open", until: at(15) });
    expect(status(hold(-24 * 60 - 1), hold(-1))).toEqual({ kind: "open", until: at(15) });
  });

  it("F-04 a live hold keeps its end; after a paid one a new hold starts", () => {
    expect(status(hold(7))).toEqual({ kind: "open", until: at(7) });
    expect(status(hold(7, true))).toEqual({ kind: "open", until: at(15) });
  });

  it("F-04 a hold can be paid until its last minute; then returns when a new one may start", () => {
    expect(status(hold(1))).toEqual({ kind: "open", until: at(1) });
    expect(status(hold(0.9))).toEqual({ kind: "ending", until: at(0.9), again: at(0.9) });
    expect(status(hold(-15), hold(0.9))).toEqual({ kind: "ending", until: at(0.9), again: at(30.9) });
  });
});

describe("how many seats can be held", () => {
  const problems = (quantities: number[], elsewhere = 0, hasCompany = false) =>
    Object.fromEntries(groupProblems(quantities, elsewhere, limits, { hasCompany }));

  it("F-04 five per run, twenty with a company invoice, twenty in total", () => {
    expect(problems([5, 5])).toEqual({});
    expect(problems([5, 6])).toEqual({ 1: "company-needed" });
    expect(problems([6], 0, true)).toEqual({});
    expect(problems([20], 0, true)).toEqual({});
    expect(problems([21], 0, true)).toEqual({ 0: "too-many" });
    expect(problems([15, 5, 1], 0, true)).toEqual({ 2: "too-many" });
    expect(problems([5], 15)).toEqual({});
    expect(problems([1, 5], 15)).toEqual({ 1: "too-many" });
  });
});

describe("what an account holds", () => {
  const own = (orderId: number, runId: number, minutes: number, seats: number, isPaid = false): OwnHold => {
    return { orderId, runId, ends: at(minutes), seats, isPaid };
  };

  it("F-04 merges holds of a run with the same end, as paid if one of them is", () => {
    expect(getRunHolds([own(1, 7, 5, 0), own(2, 7, 5, 0, true), own(3, 7, 9, 2), own(3, 8, 9, 1)], 7)).toEqual([
      hold(5, true),
      hold(9),
    ]);
  });

  it("F-04 seatsHeldElsewhere counts live unpaid seats of orders that hold none of the given runs", () => {
    const holds = [
      own(1, 7, 5, 2),
      own(1, 8, 5, 3),
      own(2, 8, 5, 4),
      own(3, 7, 5, 0),
      own(3, 8, 5, 1),
      own(4, 8, -1, 9),
    ];
    expect(seatsHeldElsewhere(holds, [7], now)).toBe(5);
    expect(seatsHeldElsewhere(holds, [7, 8], now)).toBe(0);
  });
});

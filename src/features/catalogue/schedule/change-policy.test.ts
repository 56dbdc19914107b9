import { describe, expect, it } from "vitest";
import { defaultSettings } from "#features/settings/settings.ts";
import { addDays } from "#i18n/dates.ts";
import { policySummary } from "./change-policy-labels.ts";
import { mayMoveSeat, policySteps, refundPercent, stepsAhead } from "./change-policy.ts";

const policy = defaultSettings.changes;
const start = "2027-01-12";
const before = (days: number) => addDays(start, -days);

describe("X-02: the change policy on a given day", () => {
  it("refunds nothing once the course has begun, whatever the policy says", () => {
    const fullUntilStart = { allBackDays: 0, partBackDays: 0, partBackPercent: 50, moveDays: 0 };
    expect(refundPercent(fullUntilStart, start, before(1))).toBe(100);
    expect(refundPercent(fullUntilStart, start, start)).toBe(0);
    expect(mayMoveSeat(fullUntilStart, start, start, { wasMoved: false })).toBe(false);
  });

  it.each([
    [20, 100],
    [14, 100],
    [13, 50],
    [7, 50],
    [6, 0],
    [0, 0],
    [-3, 0],
  ])("%i days before: refunds %i percent", (days, percent) => {
    expect(refundPercent(policy, start, before(days))).toBe(percent);
  });

  it("never refunds more for a moved seat than on the day of the move", () => {
    expect(refundPercent({ ...policy, mostPercent: 50 }, start, before(60))).toBe(50);
    expect(refundPercent({ ...policy, mostPercent: 0 }, start, before(60))).toBe(0);
  });

  it("allows one move, until seven days before", () => {
    expect(mayMoveSeat(policy, start, before(6), { wasMoved: false })).toBe(false);
    expect(mayMoveSeat(policy, start, before(7), { wasMoved: true })).toBe(false);
    expect(mayMoveSeat(policy, start, before(7), { wasMoved: false })).toBe(true);
  });
});

describe("the steps of a policy", () => {
  it("A12 are dates, and allow another attendee until the course begins", () => {
    expect(policySteps(policy, start, { wasMoved: false })).toEqual([
      { until: before(14), percent: 100, move: true, person: true },
      { until: before(7), percent: 50, move: true, person: true },
      { until: start, percent: 0, move: false, person: true },
      { until: null, percent: 0, move: false, person: false },
    ]);
  });

  it("leave out past steps and steps without effect", () => {
    expect(stepsAhead(policySteps(policy, start, { wasMoved: false }), before(6)).map(({ until }) => until)).toEqual([
      start,
      null,
    ]);
    const oneStep = { ...policy, partBackDays: 14, moveDays: 14 };
    expect(policySteps(oneStep, start, { wasMoved: false }).map(({ until }) => until)).toEqual([
      before(14),
      start,
      null,
    ]);
    expect(policySteps({ ...policy, mostPercent: 0 }, start, { wasMoved: true }).map(({ until }) => until)).toEqual([
      start,
      null,
    ]);
    const late = { ...policy, partBackDays: 1 };
    expect(policySteps(late, start, { wasMoved: false }).map(({ until }) => until)).toEqual([
      before(14),
      before(7),
      before(1),
      start,
      null,
    ]);
  });

  it.each([
    [20, "Free cancellation until Tue 29 December", "إلغاء مجاني حتى الثلاثاء 29 ديسمبر"],
    [13, "50% refund until Tue 5 January", "استرداد 50% حتى الثلاثاء 5 يناير"],
    [6, "No refund on cancellation", "لا استرداد عند الإلغاء"],
    [0, "No refund on cancellation", "لا استرداد عند الإلغاء"],
  ])("L-8 have a one-line summary %i days before", (days, en, ar) => {
    const steps = stepsAhead(policySteps(policy, start, { wasMoved: false }), before(days));
    const plain = (locale: "en" | "ar") => policySummary(steps, locale).replaceAll(/[\u2068\u2069]/g, "");
    expect([plain("en"), plain("ar")]).toEqual([en, ar]);
  });
});

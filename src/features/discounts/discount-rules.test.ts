import { describe, expect, it } from "vitest";
import { isForRun, getCodeRefusal, normaliseCode, getCodeState, type CodeTerms } from "./discount-rules.ts";

const code: CodeTerms = {
  validFrom: "2026-11-01",
  validTo: "2026-11-30",
  scope: "all",
  courseIds: [],
  runIds: [],
  minSeats: 1,
  maxUses: 20,
  maxUsesPerAccount: null,
  firstOrderOnly: false,
  pausedAt: null,
  endedAt: null,
};
const noon = new Date("2026-11-22T09:00:00Z");

describe("discount codes", () => {
  it("ignore case and spaces, and convert Arabic digits", () => {
    expect(normaliseCode(" team ١٠ ")).toBe("TEAM10");
  });

  it("B-07, B-12 are the same with invisible characters, full-width letters or typographic hyphens", () => {
    for (const typed of [
      "\u200eTEAM-10",
      "\u2068team-10\u2069",
      "TE\u200bAM-10",
      "ｔｅａｍ-１０",
      "TEAM\u201110",
      "TEAM–10",
    ])
      expect(normaliseCode(typed), typed).toBe("TEAM-10");
  });

  it.each([
    ["in-force", {}, 19, noon],
    ["used-up", {}, 20, noon],
    ["planned", { validFrom: "2026-11-23" }, 0, noon],
    ["paused", { pausedAt: noon, validTo: "2026-11-01" }, 20, noon],
    ["ended", { validTo: "2026-11-21" }, 20, noon],
    ["ended", { endedAt: noon, pausedAt: noon }, 0, noon],
    // The last day ends at midnight in Riyadh.
    ["in-force", {}, 0, new Date("2026-11-30T20:59:59Z")],
    ["ended", {}, 0, new Date("2026-11-30T21:00:00Z")],
  ] as const)(
    "are %s, the first that applies of ended by staff, paused, past, used up and planned",
    (state, change, uses, now) => {
      expect(getCodeState({ ...code, ...change }, uses, now)).toBe(state);
    },
  );

  it("X-05 that are for a first order only are rejected if the account has another order", () => {
    const lines = [{ runId: 7, courseId: 3, qty: 1 }];
    const refusal = (firstOrderOnly: boolean, hasOrdered: boolean) =>
      getCodeRefusal({ ...code, firstOrderOnly }, { totalUses: 0, accountUses: 0, hasOrdered }, lines, noon);
    expect(refusal(true, true)).toEqual({ kind: "not-first" });
    expect([refusal(true, false), refusal(false, true)]).toEqual([null, null]);
  });

  it("apply to all runs, to the named ones, or to all others", () => {
    const run = { runId: 7, courseId: 3 };
    const isFor = (change: Partial<CodeTerms>) => isForRun({ ...code, ...change }, run);
    expect(isFor({})).toBe(true);
    expect([isFor({ scope: "only", courseIds: [3] }), isFor({ scope: "only", runIds: [7] })]).toEqual([true, true]);
    expect(isFor({ scope: "only", courseIds: [4], runIds: [8] })).toBe(false);
    expect([isFor({ scope: "except", courseIds: [3] }), isFor({ scope: "except", runIds: [8] })]).toEqual([
      false,
      true,
    ]);
  });
});

import { expect, it } from "vitest";
import { isDecisionOver } from "./decision.ts";

it("A20 DK-03 a decision is overdue from its deadline in Riyadh", () => {
  const run = { decideBy: "2026-11-27T16:00" };
  expect(isDecisionOver(run, new Date("2026-11-27T12:59:59Z"))).toBe(false);
  expect(isDecisionOver(run, new Date("2026-11-27T13:00:00Z"))).toBe(true);
});

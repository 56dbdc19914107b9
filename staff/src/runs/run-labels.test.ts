import { expect, it } from "vitest";
import { stateOf } from "./run-labels.tsx";
import type { Run } from "./types.ts";

it("DK-22 a run whose last seats are held or offered is not on sale", () => {
  const run = { cancelled_at: null, sale_stopped_at: null, course_closed: false, capacity: 16 };
  const stateWith = (facts: Partial<Run>) =>
    stateOf({ ...run, start_date: "2999-01-12", end_date: "2999-01-14", ...facts } as Run);
  expect(stateWith({ seats_sold: 15, seats_held: 1 })).toBe("reserved");
  expect(stateWith({ seats_sold: 16, seats_held: 0 })).toBe("full");
  expect(stateWith({ seats_sold: 14, seats_held: 1 })).toBe("on_sale");
  expect(stateWith({ seats_sold: 15, seats_held: 1, course_closed: true })).toBe("closed");
});

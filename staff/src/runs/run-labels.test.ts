import { expect, it } from "vitest";
import { getRunState } from "./run-labels.tsx";
import type { Run } from "./types.ts";

it("DK-22 labels a run as not on sale if its last seats are held or offered", () => {
  const run = { cancelledAt: null, saleStoppedAt: null, courseClosed: false, capacity: 16 };
  const stateWith = (facts: Partial<Run>) =>
    getRunState({ ...run, startDate: "2999-01-12", endDate: "2999-01-14", ...facts } as Run);
  expect(stateWith({ seatsSold: 15, seatsHeld: 1 })).toBe("reserved");
  expect(stateWith({ seatsSold: 16, seatsHeld: 0 })).toBe("full");
  expect(stateWith({ seatsSold: 14, seatsHeld: 1 })).toBe("on_sale");
  expect(stateWith({ seatsSold: 15, seatsHeld: 1, courseClosed: true })).toBe("closed");
});

import { expect, it } from "vitest";
import { getRegistration } from "./registration.ts";

it("L-03 a booked course is registered, unless it has ended", () => {
  expect(getRegistration("open", true)).toBe("registered");
  expect(getRegistration("sold-out", true)).toBe("registered");
  expect(getRegistration("closed", true)).toBe("registered");
  expect(getRegistration("ended", true)).toBe("ended");
});

it("L-03 without a seat returns the availability of the course", () => {
  for (const state of ["open", "sold-out", "closed", "ended"] as const)
    expect(getRegistration(state, false)).toBe(state);
});

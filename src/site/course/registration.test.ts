import { expect, it } from "vitest";
import { registrationOf } from "./registration.ts";

it("L-03 a booked course says so, whether or not others can still book it", () => {
  expect(registrationOf("open", true)).toBe("registered");
  expect(registrationOf("sold-out", true)).toBe("registered");
  expect(registrationOf("closed", true)).toBe("registered");
  expect(registrationOf("ended", true)).toBe("ended");
});

it("L-03 without a seat of one's own the course's availability stands", () => {
  for (const state of ["open", "sold-out", "closed", "ended"] as const)
    expect(registrationOf(state, false)).toBe(state);
});

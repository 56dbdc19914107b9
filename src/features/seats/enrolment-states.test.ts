import { describe, expect, it } from "vitest";
import { enrolmentStates, mayChangeState, listStatesBefore } from "./enrolment-states.ts";

describe("G-01 states of a seat", () => {
  it("allows only the transitions of the table", () => {
    const allowed = enrolmentStates.flatMap((from) =>
      enrolmentStates.filter((to) => mayChangeState(from, to, { wasConfirmed: false })).map((to) => `${from} → ${to}`),
    );
    expect(allowed).toEqual([
      "held → confirmed",
      "held → cancelled",
      "confirmed → cancelled",
      "confirmed → transferred",
      "cancelled → confirmed",
      "cancelled → transferred",
    ]);
  });

  it("a late payment can confirm a held or cancelled seat, but not one that was confirmed before", () => {
    expect(listStatesBefore("confirmed", { wasConfirmed: false })).toEqual(["held", "cancelled"]);
    expect(mayChangeState("cancelled", "confirmed", { wasConfirmed: true })).toBe(false);
  });
});

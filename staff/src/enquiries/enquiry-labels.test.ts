import { expect, it } from "vitest";
import { isLate } from "./enquiry-labels.tsx";

it("an enquiry is late after two working days; Friday and Saturday do not count", () => {
  const thursday = "2026-11-26T06:30:00.000Z";
  expect(isLate(thursday, Date.parse("2026-11-30T06:29:00Z"))).toBe(false);
  expect(isLate(thursday, Date.parse("2026-11-30T06:30:00Z"))).toBe(true);
  expect(isLate("2026-11-22T06:30:00.000Z", Date.parse("2026-11-24T06:30:00Z"))).toBe(true);
});

import { expect, it } from "vitest";
import { extractDigits, latinDigits } from "./digits.ts";

it("latinDigits converts both Arabic scripts and keeps other characters", () => {
  expect(latinDigits("٤١١١ ۰۱۲۳۴۵۶۷۸۹ a")).toBe("4111 0123456789 a");
});

it("extractDigits returns only digits, at most the given number", () => {
  expect(extractDigits("٤١ 1-1 ab 9", 4)).toBe("4111");
  expect(extractDigits("none", 4)).toBe("");
});

import { expect, it } from "vitest";
import { extractDigits, latinDigits } from "./digits.ts";

it("digits of both scripts become Latin; other characters stay", () => {
  expect(latinDigits("٤١١١ ۰۱۲۳۴۵۶۷۸۹ a")).toBe("4111 0123456789 a");
});

it("digits alone, at most as many as asked for", () => {
  expect(extractDigits("٤١ 1-1 ab 9", 4)).toBe("4111");
  expect(extractDigits("none", 4)).toBe("");
});

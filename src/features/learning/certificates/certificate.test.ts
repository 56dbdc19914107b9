import { expect, it } from "vitest";
import { scfhsWithDashes, shortenedName } from "./certificate.ts";

it.each([
  ["Omar Khalid", "Omar K."],
  ["Dr. Sara Nasser Al-Harbi", "Sara H."],
  ["عمر خالد", "عمر خ."],
  ["د. ليلى الحربي", "ليلى ح."],
  ["سلطان هادي", "سلطان هـ."],
  ["عبد الله ناصر", "عبد الله ن."],
  ["Sara N.", "Sara N."],
  ["Madonna", "Madonna"],
  ["", ""],
])("K-02 strangers see %s as %s", (name, expected) => {
  expect(shortenedName(name)).toBe(expected);
});

it("writes an SCFHS number with its dashes, and leaves other forms unchanged", () => {
  expect([scfhsWithDashes("00RN0000002"), scfhsWithDashes("12345678")]).toEqual(["00-RN-0000002", "12345678"]);
});

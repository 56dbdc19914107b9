import { expect, it } from "vitest";
import { formatScfhsNumber, shortenName } from "./certificate.ts";

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
  expect(shortenName(name)).toBe(expected);
});

it("writes an SCFHS number with its dashes, and leaves other forms unchanged", () => {
  expect([formatScfhsNumber("00RN0000002"), formatScfhsNumber("12345678")]).toEqual(["00-RN-0000002", "12345678"]);
});

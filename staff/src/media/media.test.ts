import { expect, it } from "vitest";
import { isDescribed, isHeicFile, isTooNarrow, type Media } from "./media.ts";

const picture = { kind: "picture", decorative: false, alt_eng: "A ward", alt_ar: "قسم", width: 300 } as Media;

it("CT-14 a picture counts as described only with both descriptions", () => {
  expect(isDescribed(picture)).toBe(true);
  for (const change of [{ alt_ar: "" }, { alt_eng: "" }, { decorative: true }, { kind: "document" as const }])
    expect([change, isDescribed({ ...picture, ...change })]).toEqual([change, false]);
});

it("CT-15 warns about a cover with too few pixels", () => {
  expect([299, 300, 301].map((width) => isTooNarrow(picture, width))).toEqual([false, false, true]);
  expect(isTooNarrow({ width: null }, 1920)).toBe(false);
});

it("CT-28 a HEIC photo is recognised before it is sent, with or without a type", () => {
  const files = [
    ["IMG_1.HEIC", "image/heic", true],
    ["IMG_1.heic", "", true],
    ["a.heif", "image/heif", true],
    ["a.jpg", "image/jpeg", false],
    ["heic", "", false],
  ] as const;
  for (const [name, type, expected] of files)
    expect([name, type, isHeicFile({ name, type })]).toEqual([name, type, expected]);
});

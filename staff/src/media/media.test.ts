import { expect, it } from "vitest";
import { isDescribed, isHeicFile, isTooNarrow, toContentValue, type Media } from "./media.ts";

const picture = {
  kind: "picture",
  decorative: false,
  alt_eng: "A ward",
  alt_ar: "قسم",
  width: 300,
  shipped: null,
} as Media;

it("CT-14 a picture counts as described only with both descriptions", () => {
  expect(isDescribed(picture)).toBe(true);
  for (const change of [{ alt_ar: "" }, { alt_eng: "" }, { decorative: true }, { kind: "document" as const }])
    expect([change, isDescribed({ ...picture, ...change })]).toEqual([change, false]);
});

it("CT-15 warns about a cover with too few pixels", () => {
  expect([299, 300, 301].map((width) => isTooNarrow(picture, width))).toEqual([false, false, true]);
  expect(isTooNarrow({ width: null, shipped: null }, 1920)).toBe(false);
});

it("CT-09 uses the shipped crops of a picture in its own folder, and its upload elsewhere", () => {
  const cover: Media = { ...picture, image: "u-0a", shipped: { folder: "courses", name: "safe-handover-0a1b2c3d" } };
  expect(toContentValue(cover, "courses")).toBe("safe-handover-0a1b2c3d");
  expect([toContentValue(cover, "news"), toContentValue(cover, undefined)]).toEqual(["u-0a", "u-0a"]);
  expect(toContentValue({ ...picture, image: "u-0b" }, undefined)).toBe("u-0b");
  expect(isTooNarrow(cover, 1920)).toBe(false);
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

import { expect, it } from "vitest";
import { containsWords } from "./search-text.ts";

it.each([
  ["Safe handover in the ward", "handover", true],
  ["Safe handover in the ward", "WARD safe ", true],
  ["Root cause analysis, 28 Jan", "root 28", true],
  ["مهارات التسليم الآمن", "التسليم الامن", true],
  ["مكافحة العدوى", "مكافحه", true],
  ["Safe handover in the ward", "", true],
  ["A risk register people use", "handover", false],
  ["Root cause analysis, 28 Jan", "root 29", false],
])("DK-01 %s matches %s: %s", (text, typed, isOffered) => {
  expect(containsWords(text, typed)).toBe(isOffered);
});

import { describe, expect, it } from "vitest";
import { normaliseForSearch, searchPatterns } from "./search-text.ts";

describe("one spelling for searches", () => {
  it.each([
    ["إدارة", "اداره"],
    ["أسـاسـيّات", "اساسيات"],
    ["مُستشفى", "مستشفي"],
    ["آلية المسؤول والطوارئ", "اليه المسوول والطواري"],
    ["Patient SAFETY", "patient safety"],
  ])("%s", (text, spelled) => {
    expect(normaliseForSearch(text)).toBe(spelled);
    expect(normaliseForSearch(spelled)).toBe(spelled);
  });

  it("makes a pattern of each word and means its wildcards literally", () => {
    expect(searchPatterns("  ")).toBeNull();
    expect(searchPatterns("ـًّ")).toBeNull();
    expect(searchPatterns("Patient  إدارة")).toEqual(["%patient%", "%اداره%"]);
    expect(searchPatterns("100%_\\")).toEqual(["%100\\%\\_\\\\%"]);
    expect(searchPatterns("a ".repeat(40))).toHaveLength(10);
  });
});

import { describe, expect, it } from "vitest";
import { getDifferingKeys, merge, isEqual } from "./merge.ts";

const base = { title_eng: "A", title_ar: "أ", speakers: [{ name: "X" }, { name: "Y" }], image: "i" };

describe("two versions of a text", () => {
  it("are compared regardless of key order", () => {
    expect(isEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
    expect(isEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(getDifferingKeys(base, { ...base, title_eng: "B", speakers: [] })).toEqual(["title_eng", "speakers"]);
  });

  it("P-06 merge if different fields or rows changed", () => {
    const mine = { ...base, title_eng: "Mine", speakers: [{ name: "X" }, { name: "Mine" }] };
    const theirs = { ...base, title_ar: "لهم", speakers: [{ name: "Theirs" }, { name: "Y" }] };
    expect(merge(base, mine, theirs)).toEqual({
      value: { ...base, title_eng: "Mine", title_ar: "لهم", speakers: [{ name: "Theirs" }, { name: "Mine" }] },
      clashes: [],
    });
  });

  it("P-06 report clashes and keep mine", () => {
    const mine = { ...base, title_eng: "Mine", speakers: [] };
    const theirs = { ...base, title_eng: "Theirs", speakers: [{ name: "X" }, { name: "Y" }, { name: "Z" }] };
    const { value, clashes } = merge(base, mine, theirs);
    expect(clashes).toEqual(["title_eng", "speakers"]);
    expect([value.title_eng, value.speakers]).toEqual(["Mine", []]);
  });

  it("P-06 the same change in both is no clash", () => {
    const changed = { ...base, title_eng: "New" };
    expect(merge(base, changed, { ...changed, image: "j" })).toEqual({
      value: { ...changed, image: "j" },
      clashes: [],
    });
  });
});

import { describe, expect, it } from "vitest";
import { plainText, wordDiff } from "./word-diff.ts";

describe("the diff of two texts", () => {
  it("compares whole words, also in Arabic", () => {
    expect(wordDiff("Three days on harm", "Three practical days on harm")).toEqual([
      { kind: "same", text: "Three " },
      { kind: "added", text: "practical " },
      { kind: "same", text: "days on harm" },
    ]);
    expect(wordDiff("إخبار المريض", "إخبار المريض وأسرته").at(-1)).toEqual({ kind: "added", text: " وأسرته" });
  });

  it("shows adjacent changed words as one change", () => {
    expect(wordDiff("Quality improvement: your project", "A changed summary: your project")).toEqual([
      { kind: "removed", text: "Quality improvement:" },
      { kind: "added", text: "A changed summary:" },
      { kind: "same", text: " your project" },
    ]);
  });

  it("contains both texts completely", () => {
    const words = ["a", "b", "c", " ", "\n"];
    const text = (seed: number) =>
      Array.from({ length: seed % 17 }, (_, index) => words[(seed * (index + 3)) % 5]).join("");
    for (let one = 0; one < 40; one += 1)
      for (let other = 0; other < 40; other += 1) {
        const parts = wordDiff(text(one), text(other));
        const joinParts = (kind: string) =>
          parts
            .filter((part) => part.kind === "same" || part.kind === kind)
            .map((part) => part.text)
            .join("");
        expect([joinParts("removed"), joinParts("added")]).toEqual([text(one), text(other)]);
      }
  });

  it("shows a very long change as one", () => {
    const long = "word ".repeat(3000);
    const parts = wordDiff(`a ${long}`, `b ${long.replaceAll("word", "other")}`);
    expect(parts.map(({ kind }) => kind)).toEqual(["removed", "added", "same"]);
  });

  it("plainText converts stored HTML to lines", () => {
    expect(plainText("<h2>One</h2><p>Two &amp; <strong>three</strong></p><ul><li>Four</li></ul>")).toBe(
      "One\nTwo & three\n• Four",
    );
  });
});

import { describe, expect, it } from "vitest";
import { editDistance, allowedTypos, toSearchTerm, buildTsquery, type QueryTerm, type CandidateTerm } from "./terms.ts";
import { buildExcerpt } from "./search.server.ts";

describe("edit distance of words", () => {
  it.each([
    ["audit", "audit", 0],
    ["audit", "adit", 1],
    ["audit", "auddit", 1],
    ["audit", "audix", 1],
    ["audit", "aduit", 1],
    ["مستشفى", "مستفشى", 1],
    ["hygeine", "hygiene", 1],
    ["safty", "safety", 1],
    ["", "ab", 2],
    ["abc", "xyz", 3],
  ])("C-10 %s and %s: %i", (one, other, typos) => {
    expect(editDistance(one, other, 2)).toBe(typos);
    expect(editDistance(other, one, 2)).toBe(typos);
  });

  it("C-10 allows more typos in longer words", () => {
    expect(["abc", "abcd", "abcdefg", "abcdefgh", "سلام"].map(allowedTypos)).toEqual([0, 1, 1, 2, 1]);
  });
});

describe("the lookup of a word", () => {
  const term = (values: Partial<QueryTerm>): QueryTerm => ({
    shown: "helth",
    word: "helth",
    stripped: "helth",
    lexeme: "helth",
    known: false,
    same: [],
    ...values,
  });
  const near = (how: CandidateTerm["how"], stripped: string): CandidateTerm => ({
    term: "helth",
    how,
    word: stripped,
    stripped,
    shown: stripped,
    lexeme: stripped.slice(0, 5),
  });

  it("C-10 uses an unknown word without similar ones as it is", () => {
    expect(toSearchTerm(term({}), [near("similar", "wealthy")])).toEqual({
      lexemes: ["helth"],
      beginning: null,
      corrected: null,
    });
    expect(toSearchTerm(term({ stripped: "cpx", lexeme: "cpx" }), [near("similar", "cpr")])).toMatchObject({
      lexemes: ["cpx"],
      corrected: null,
    });
  });

  it("C-10 uses a known word, its synonyms, and words that begin with it unless it is short", () => {
    expect(toSearchTerm(term({ known: true, same: ["helth", "care"] }), [])).toEqual({
      lexemes: ["helth", "care"],
      beginning: "helth",
      corrected: null,
    });
    expect(toSearchTerm(term({ known: true, stripped: "cme" }), [])).toMatchObject({ beginning: null });
  });

  it("C-10 searches an unknown word as words that begin with it, else contain it, else have the fewest typos", () => {
    const words = [near("similar", "health"), near("contains", "xhelthx"), near("begins", "helthier")];
    expect(toSearchTerm(term({}), words)).toMatchObject({ lexemes: ["helth"], corrected: null });
    expect(toSearchTerm(term({}), words.slice(0, 2))).toMatchObject({ lexemes: ["xhelt"], corrected: null });
    expect(toSearchTerm(term({}), [near("similar", "heath"), near("similar", "health")])).toEqual({
      lexemes: ["heath", "healt"],
      beginning: null,
      corrected: "heath",
    });
  });

  it("C-10 builds a tsquery", () => {
    const terms = [
      { lexemes: ["a", "b"], beginning: "ab", corrected: null },
      { lexemes: ["c"], beginning: null, corrected: null },
    ];
    expect(buildTsquery(terms, { join: "&", wide: true })).toBe("('a' | 'b' | 'ab':*) & ('c')");
    expect(buildTsquery(terms, { join: "|", wide: false })).toBe("('a' | 'b') | ('c')");
  });
});

describe("an excerpt", () => {
  const text = Array.from({ length: 100 }, (_, index) => `w${index + 1}`).join(" ");
  it("C-10 starts at the beginning without a match, and is empty for an empty text", () => {
    expect(buildExcerpt("", [1])).toBe("");
    expect(buildExcerpt("Short & sweet.", [])).toBe("Short &amp; sweet.");
    expect(buildExcerpt(text, [])).toBe(`${text.split(" ").slice(0, 32).join(" ")} …`);
    expect(buildExcerpt(text, [0, 101, -5])).toBe(buildExcerpt(text, []));
  });

  it("C-10 shows thirty-two words with the most matches, marked", () => {
    const excerpt = buildExcerpt(text, [3, 60, 70, 99]);
    expect(excerpt.startsWith("… w54 w55")).toBe(true);
    expect(excerpt).toContain("<mark>w60</mark>");
    expect(excerpt).toContain("<mark>w70</mark>");
    expect(excerpt.endsWith("w85 …")).toBe(true);
    expect(buildExcerpt(text, [100]).endsWith("w99 <mark>w100</mark>")).toBe(true);
  });

  it("C-10 marks whole Arabic words with vowel marks, and escapes the rest", () => {
    expect(buildExcerpt("سلامةُ المُستشفى <b>", [2])).toBe("سلامةُ <mark>المُستشفى</mark> &lt;b&gt;");
    expect(buildExcerpt(`"wound's" <i>`, [1])).toBe("&quot;<mark>wound&#x27;s</mark>&quot; &lt;i&gt;");
  });
});

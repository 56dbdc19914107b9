import { expect, it } from "vitest";
import { termsAndConditions } from "#db/demo/content/pages/terms-and-conditions.ts";
import { listHeadings, readingMinutes } from "./contents-list.ts";

it("C-02 lists the headings of a legal text as contents, with anchors", () => {
  expect(listHeadings("<p>Lead.</p><h2>Who &amp; <strong>what</strong></h2><p>a</p><h2>ما نجمعه</h2>")).toEqual({
    html: '<p>Lead.</p><h2 id="part-1">Who &amp; <strong>what</strong></h2><p>a</p><h2 id="part-2">ما نجمعه</h2>',
    contents: [
      { id: "part-1", text: "Who & what" },
      { id: "part-2", text: "ما نجمعه" },
    ],
  });
});

it("C-02 a text without headings has no contents", () => {
  expect(listHeadings("<p>Short.</p>")).toEqual({ html: "<p>Short.</p>", contents: [] });
});

it("F-27 the refund rules have their own anchor in both languages of the terms", () => {
  for (const html of [termsAndConditions.description_eng, termsAndConditions.description_ar]) {
    const { contents } = listHeadings(html);
    expect(contents.filter(({ id }) => id === "refunds")).toHaveLength(1);
    expect(new Set(contents.map(({ id }) => id)).size).toBe(contents.length);
  }
  expect(listHeadings("<h2>Refunds</h2><h2>Refunds again</h2>").contents.map(({ id }) => id)).toEqual([
    "refunds",
    "part-2",
  ]);
});

it("C-09 reading time counts words, not markup, and is at least a minute", () => {
  expect(readingMinutes(`<p>${"word ".repeat(1000)}</p>`)).toBe(5);
  expect(readingMinutes("<p></p>")).toBe(1);
});

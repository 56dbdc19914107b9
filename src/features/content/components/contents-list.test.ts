import { expect, it } from "vitest";
import { listHeadings, readingMinutes } from "./contents-list.ts";

it("C-02 the headings of a legal text get anchors and a plain list of contents", () => {
  expect(listHeadings("<p>Lead.</p><h2>Who &amp; <strong>what</strong></h2><p>a</p><h2>ما نجمعه</h2>")).toEqual({
    html: '<p>Lead.</p><h2 id="part-1">Who &amp; <strong>what</strong></h2><p>a</p><h2 id="part-2">ما نجمعه</h2>',
    contents: [{ id: "part-1", text: "Who & what" }, { id: "part-2", text: "ما نجمعه" }],
  });
});

it("C-02 a text without headings has no contents", () => {
  expect(listHeadings("<p>Short.</p>")).toEqual({ html: "<p>Short.</p>", contents: [] });
});

it("C-09 reading time counts words, not markup, and is never nothing", () => {
  expect(readingMinutes(`<p>${"word ".repeat(1000)}</p>`)).toBe(5);
  expect(readingMinutes("<p></p>")).toBe(1);
});

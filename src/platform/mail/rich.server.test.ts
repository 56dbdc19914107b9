import { describe, expect, it } from "vitest";
import { richTextToBlocks } from "./rich.server.tsx";

const read = (html: string) => richTextToBlocks(html, "https://nama.example");
const cell = (text: string, columns = 1, rows = 1) => ({ text, columns, rows });

describe("rich text in an email", () => {
  it("CT-03 keeps a table, with one text per cell", () => {
    const html =
      '<p>Before</p><table role="table"><thead><tr><th>Day</th><th colspan="2">Topic</th></tr></thead><tbody><tr><td rowspan="2" data-label="Day">1</td><td><p>A</p><ul><li>B</li></ul></td><td></td></tr></tbody></table><ul><li>After</li></ul>';
    expect(read(html)).toEqual([
      { kind: "text", text: "Before" },
      {
        kind: "table",
        head: [cell("Day"), cell("Topic", 2)],
        rows: [[cell("1", 1, 2), cell("A B"), cell("")]],
      },
      { kind: "list", items: ["After"], numbered: false },
    ]);
  });

  it("keeps blocks inside an item in their place, and numbers the items after them", () => {
    const inside = "<ul><li>B</li></ul><p>A2</p><blockquote><p>Q</p></blockquote>";
    expect(read(`<ol><li><p>A</p><p>A1</p>${inside}</li><li>C</li></ol>`)).toEqual([
      { kind: "list", items: ["A A1"], numbered: true },
      { kind: "list", items: ["B"], numbered: false },
      { kind: "text", text: "A2" },
      { kind: "quote", paragraphs: ["Q"] },
      { kind: "list", items: ["C"], numbered: true, firstNumber: 2 },
    ]);
  });

  it("leaves out empty tables, pictures and their captions", () => {
    const figure = '<figure><img src="/media/u/x.webp" alt="A" /><figcaption>The hall</figcaption></figure>';
    expect(read(`<table><tbody></tbody></table>${figure}<p>After</p>`)).toEqual([{ kind: "text", text: "After" }]);
  });
});

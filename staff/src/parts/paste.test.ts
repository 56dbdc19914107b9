import { describe, expect, it } from "vitest";
import { cleanPaste } from "./paste.ts";

const word = (level: number, marker: string, text: string, hidden = ["<!--[if !supportLists]-->", "<!--[endif]-->"]) =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'>${hidden[0]}<span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span>${hidden[1]}${text}</p>\n`;

describe("what is pasted into a text", () => {
  it("removes everything that could run", () => {
    const { html } = cleanPaste(`<style>p{}</style><p style="color:red" onclick='x()'>Text</p>`);
    expect(html).toBe("<p>Text</p>");
  });

  it("CT-02 Google Docs: the wrapping <b> is not bold, and bold words are", () => {
    const docs = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">Plain</span> <span style="font-size:11pt;font-weight:700;">bold</span></p></b>`;
    expect(cleanPaste(docs).html).toBe("<span><p><span>Plain</span> <strong>bold</strong></p></b>");
    expect(cleanPaste("<p><b>Bold</b></p>").html).toBe("<p><b>Bold</b></p>");
  });

  it("CT-03 Word: bullets and numbers are lists, nested by level, and headings are headings", () => {
    const bullets = word(1, "·", "One") + word(2, "o", "Two") + word(1, "·", "Three <b>bold</b>");
    expect(cleanPaste(bullets).html).toBe("<ul><li>One<ul><li>Two</li></ul></li><li>Three <b>bold</b></li></ul>");
    const old = ["<![if !supportLists]>", "<![endif]>"];
    expect(cleanPaste(word(1, "1.", "First", old) + word(1, "2.", "Second", old)).html).toBe(
      "<ol><li>First</li><li>Second</li></ol>",
    );
    expect(cleanPaste(word(1, "أ.", "أول", ["", ""])).html).toBe("<ol><li>أول</li></ol>");
    expect(cleanPaste("<h1 style='x'>A</h1><h4>B</h4><h2>C</h2>").html).toBe("<h2>A</h2><h3>B</h3><h2>C</h2>");
  });

  it("CT-03 a table stays readable, cell by cell, and the writer is told", () => {
    const table =
      "<table border=1><tr><th>Day</th><th>Topic</th></tr><tr><td><p>1</p></td><td><p>Listening</p></td></tr></table>";
    expect(cleanPaste(`<p>Before</p>${table}`)).toEqual({
      html: "<p>Before</p><p>Day | Topic</p><p>1 | Listening</p>",
      losses: ["tables"],
    });
  });

  it.each(["https://example.com/a.png", "file:///C:/a.png", "data:image/png;base64,AA", "cid:1"])(
    "CT-04 a picture from elsewhere is refused: %s",
    (src) => {
      expect(cleanPaste(`<p>A</p><img width=3 src="${src}">`)).toEqual({ html: "<p>A</p>", losses: ["pictures"] });
    },
  );

  it("CT-04 keeps an uploaded picture", () => {
    const own = '<img src="/media/u/ab-960.webp" alt="A ward">';
    expect(cleanPaste(own)).toEqual({ html: own, losses: [] });
  });
});

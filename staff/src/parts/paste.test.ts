import { readFile } from "node:fs/promises";
import { getSchema } from "@tiptap/core";
import { DOMParser, DOMSerializer } from "@tiptap/pm/model";
import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { richText } from "../../../src/platform/rich-text.server.ts";
import { cleanPaste, fillPictures, type Paste, type PasteOptions } from "./paste.ts";
import { richTextSchema } from "./rich-text-schema.ts";
import { unwrapSingleParagraphs } from "./use-rich-text.ts";

const schema = getSchema(richTextSchema);
const origin = "https://nama.example";
const parse = (html: string) => new JSDOM(html).window.document;
const clean = (html: string, options: Partial<PasteOptions> = {}): Paste =>
  cleanPaste(html, { parse, origin, takesPictures: true, ...options });

/** Returns the lines, one per block, that the site stores of cleaned HTML once editor and sanitiser have read it. */
async function toStored(html: string, locale: "en" | "ar" = "en"): Promise<string[]> {
  const document = parse(html);
  const node = DOMParser.fromSchema(schema).parse(document.body);
  node.check();
  const root = document.createElement("div");
  root.append(DOMSerializer.fromSchema(schema).serializeFragment(node.content, { document }));
  unwrapSingleParagraphs(root);
  const safe = await richText(root.innerHTML, locale);
  return safe
    .replaceAll(/ (?:role|scope|data-label)="[^"]*"/g, "")
    .replaceAll(/(?<=<\/(?:h2|h3|p|table|blockquote|figure|tr|thead)>|<(?:table|thead|tbody)>)(?=<[^/])/g, "\n")
    .split("\n");
}

const readFixture = (name: string) => readFile(new URL(`paste-fixtures/${name}.html`, import.meta.url), "utf8");
const pasteFixture = async (name: string, options?: Partial<PasteOptions>) => clean(await readFixture(name), options);

const dotPng = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const dotHex = Buffer.from(dotPng, "base64").toString("hex");
/** RTF as Word writes it: each picture twice, as itself and as a metafile. */
const createRtf = (...formats: string[]) =>
  `{\\rtf1\\ansi{\\fonttbl{\\f0 Calibri;}}\\pard Text \\{ ${formats
    .map(
      (format) =>
        `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex28\\picw800\\pich600\\${format}\\bliptag-1{\\*\\blipuid 0a1b2c}${dotHex.slice(0, 40)}\r\n${dotHex.slice(40)}}}{\\nonshppict{\\pict\\picscalex28\\wmetafile8\\bliptag-1{\\*\\blipuid 0a1b2c}0100090000}}`,
    )
    .join("\\par ")}}`;

describe("CT-03 paste from other programs", () => {
  it("Word: keeps headings, nested lists, links, emphasis and tables, and takes the picture from the RTF", async () => {
    const { html, pictures, hasLostPictures } = await pasteFixture("word", { rtf: createRtf("jpegblip") });
    expect(hasLostPictures).toBe(false);
    expect(pictures.map(({ alt, file: { type, size } }) => ({ alt, type, size }))).toEqual([
      { alt: "Nurses around a table", type: "image/jpeg", size: 70 },
    ]);
    const filled = fillPictures(html, [{ src: "/media/u/0a-960.webp", alt: "Nurses" }], parse);
    expect(await toStored(filled)).toEqual([
      "<h2>Patient safety for ward leaders</h2>",
      "<h2>What you will learn</h2>",
      "<p>Two days for nurses and physicians who lead a ward. You will <strong>practise with your own cases</strong>, and read <em>one</em> paper before you come.</p>",
      "<ul><li>Report an incident without blame<ul><li>Near misses, too</li></ul></li><li>Read a <strong>run chart</strong></li></ul><h3>Before you come</h3>",
      '<ol><li>Read the <a href="https://www.who.int/teams/integrated-health-services/patient-safety">WHO guide</a></li><li>Write to <a href="mailto:training@nama.example">training@nama.example</a></li></ol><figure><img src="/media/u/0a-960.webp" alt="Nurses" /><figcaption>Figure 1 A round in the morning</figcaption></figure>',
      "<h3>Programme</h3>",
      "<table>",
      "<thead>",
      "<tr><th>Time</th><th>Topic</th></tr></thead>",
      "<tbody>",
      "<tr><td>9:00–10:30</td><td><ul><li>Listening</li><li>Asking</li></ul></td></tr>",
      '<tr><td colspan="2">Lunch</td></tr></tbody></table>',
    ]);
  });

  it("Word in Arabic: recognises Arabic numbers as a list, and the header row of a table", async () => {
    const { html, hasLostPictures } = await pasteFixture("word-arabic");
    expect(hasLostPictures).toBe(false);
    expect(await toStored(html, "ar")).toEqual([
      "<h2>سلامة المرضى CPD</h2>",
      "<p>يومان لقادة الأجنحة.<strong> أحضر حالاتك معك.</strong></p>",
      "<ol><li>الإبلاغ عن الحوادث</li><li>قراءة المؤشرات</li></ol><table>",
      "<thead>",
      "<tr><th>اليوم</th><th>الموضوع</th></tr></thead>",
      "<tbody>",
      "<tr><td><strong>الأول</strong></td><td>الإصغاء</td></tr></tbody></table>",
    ]);
  });

  it("Word for the web: keeps headings by role, nested lists and tables, and makes links to the site relative", async () => {
    const { html, hasLostPictures } = await pasteFixture("word-online");
    expect(hasLostPictures).toBe(false);
    expect(await toStored(html)).toEqual([
      "<h2>Who should come</h2>",
      '<p><strong>Nurses</strong> and physicians, see <a href="/courses">all courses</a></p>',
      "<ul><li>Wards<ul><li>Surgery</li></ul></li><li>Clinics</li></ul><table>",
      "<thead>",
      "<tr><th>Day</th><th>Room</th></tr></thead>",
      "<tbody>",
      "<tr><td>1</td><td>Palm</td></tr></tbody></table>",
    ]);
  });

  it("Google Docs: ignores the wrapping <b>, keeps bold words, and rejects the picture", async () => {
    const { html, pictures, hasLostPictures } = await pasteFixture("google-docs");
    expect({ pictures, hasLostPictures }).toEqual({ pictures: [], hasLostPictures: true });
    expect(await toStored(html)).toEqual([
      "<h2>High-alert medicines</h2>",
      '<p>A day on <strong>insulin and heparin</strong>, with a <em>paper</em> from the <a href="https://www.ismp.org/recommendations">ISMP</a>.</p>',
      "<ul><li>Doses<ul><li>Units</li></ul></li><li>Storage</li></ul><h3>Programme</h3>",
      "<table>",
      "<thead>",
      "<tr><th>Time</th><th>Topic</th></tr></thead>",
      "<tbody>",
      "<tr><td>9:00</td><td></td></tr></tbody></table>",
    ]);
  });

  it("Outlook: unwraps links, removes layout tables, and takes the embedded picture", async () => {
    const { html, pictures, hasLostPictures } = await pasteFixture("outlook");
    expect(hasLostPictures).toBe(true);
    expect(pictures.map(({ alt, file: { type, size } }) => ({ alt, type, size }))).toEqual([
      { alt: "The training room", type: "image/png", size: 70 },
    ]);
    expect(await toStored(fillPictures(html, [null], parse))).toEqual([
      "<p>Dear Sara,</p>",
      '<p>The <strong>dates</strong> are on <a href="https://www.saudi-cpd.example/dates?year=2027">our page</a>:</p>',
      "<ul><li>14 January</li><li>2 February</li></ul><p>Best regards,<br />Omar</p>",
    ]);
  });

  it("web page: removes controls, hidden text and figures without a picture, and puts table captions above", async () => {
    const { html, hasLostPictures } = await pasteFixture("web-page");
    expect(hasLostPictures).toBe(true);
    expect(await toStored(html)).toEqual([
      "<h2>Hand hygiene</h2>",
      '<p>Five moments, <strong>every time</strong>. See <a href="/courses/patient-safety?from=web#dates">our course</a>.</p>',
      "<ol><li>Before touching<ol><li>Gloves are no help</li></ol></li><li>After touching</li></ol><p>Costs</p>",
      "<table>",
      "<thead>",
      "<tr><th>Item</th><th>SAR</th></tr></thead>",
      "<tbody>",
      "<tr><th>Gel</th><td>12</td></tr></tbody></table>",
      "<h3>Sources</h3>",
      "<blockquote><p>Clean care is safer care.</p></blockquote>",
    ]);
  });
});

describe("cleaning pasted HTML", () => {
  it("removes styles, scripts and event handlers", () => {
    const { html } = clean(`<style>p{}</style><p style="color:red" onclick='x()'>Text</p><script>x()</script>`);
    expect(html).toBe("<p>Text</p>");
  });

  it("keeps text that looks like an attribute", () => {
    expect(clean("<p>The style = plain, and onclick = never</p>").html).toBe(
      "<p>The style = plain, and onclick = never</p>",
    );
  });

  it("keeps the order of heading levels, with h2 as the highest", () => {
    expect(clean("<h1>A</h1><h2>B</h2><h4>C</h4>").html).toBe("<h2>A</h2><h3>B</h3><h3>C</h3>");
    expect(clean("<h2>B</h2><h3><b>C</b></h3>").html).toBe("<h2>B</h2><h3>C</h3>");
  });

  it("removes emphasis with normal weight, and adds no table head", () => {
    expect(clean("<p><b>Bold</b> <strong style='font-weight:400'>plain</strong></p>").html).toBe(
      "<p><b>Bold</b> plain</p>",
    );
    const rows = "<table><tbody><tr><td>1</td><td><b>2</b></td></tr><tr><td>3</td><td></td></tr></tbody></table>";
    expect(clean(rows).html).toBe(rows);
  });

  it("replaces layout tables and single-cell tables by their content", () => {
    const inner = "<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>";
    expect(clean(`<table><tr><td>Before${inner}</td><td><p>Beside</p></td></tr></table>`).html).toBe(
      `<div>Before${inner}</div><div><p>Beside</p></div>`,
    );
    expect(clean("<table><tr><td><p>Alone</p></td></tr></table>").html).toBe("<div><p>Alone</p></div>");
  });

  it.each(["https://example.com/a.png", "file:///C:/a.png", "data:image/svg+xml;base64,AAAA", "cid:1", "blob:x"])(
    "CT-04 rejects a picture that the library cannot take: %s",
    (src) => {
      expect(clean(`<p>A</p><img width=3 src="${src}">`)).toEqual({
        html: "<p>A</p>",
        pictures: [],
        hasLostPictures: true,
      });
    },
  );

  it("CT-04 rejects pictures where the text may have none", () => {
    const image = `<p>A</p><img src="data:image/png;base64,${dotPng}">`;
    expect(clean(image, { takesPictures: false })).toEqual({ html: "<p>A</p>", pictures: [], hasLostPictures: true });
  });

  it("CT-04 takes pictures from the RTF only if there is one for each picture", () => {
    const twoPictures = '<p>A</p><img src="file:///C:/1.png"><img src="file:///C:/2.png">';
    expect(clean(twoPictures, { rtf: createRtf("pngblip") })).toMatchObject({ pictures: [], hasLostPictures: true });
    const { pictures, hasLostPictures } = clean(twoPictures, { rtf: createRtf("pngblip", "jpegblip") });
    expect(hasLostPictures).toBe(false);
    expect(pictures.map(({ file }) => file.type)).toEqual(["image/png", "image/jpeg"]);
  });

  it("CT-04 keeps an uploaded picture with its caption and width", async () => {
    const uploaded =
      '<figure data-width="half"><img src="/media/u/ab-960.webp" alt="A ward"><figcaption>The ward</figcaption></figure>';
    expect(clean(uploaded)).toEqual({ html: uploaded, pictures: [], hasLostPictures: false });
    expect(await toStored(uploaded)).toEqual([uploaded.replace('ward">', 'ward" />')]);
  });
});

import bidiFactory from "bidi-js";
import PDFDocument from "pdfkit";
import type { Locale } from "#i18n/locale.ts";
import displayArabic from "./fonts/display-arabic.ttf?inline";
import displayArabic500 from "./fonts/display-arabic-500.ttf?inline";
import displayLatin from "./fonts/display-latin.ttf?inline";
import displayLatin600 from "./fonts/display-latin-600.ttf?inline";
import arabic400 from "./fonts/text-arabic-400.ttf?inline";
import arabic500 from "./fonts/text-arabic-500.ttf?inline";
import latin400 from "./fonts/text-latin-400.ttf?inline";
import latin500 from "./fonts/text-latin-500.ttf?inline";
import latin600 from "./fonts/text-latin-600.ttf?inline";
import { clusters, missingLetter, spellWith } from "#i18n/printable.ts";
import { writeLetterByLetter, type EmbeddedFont } from "./pdf-glyphs.server.ts";

/** Splits mixed Arabic and Latin text into visual runs of one font: pdfkit has neither bidi nor font fallback. */
const bidi = bidiFactory();

type Base = "ltr" | "rtl";
interface Font {
  name: string;
  has(codePoint: number): boolean;
}
interface Fonts {
  latin: Font[];
  arabic: Font[];
}
interface TextRun {
  /** The text that is drawn. */
  text: string;
  font: string;
  /** The text that a reader copies: its letters in reading order. */
  actual: string;
}
interface LevelRun {
  text: string;
  level: number;
}

/** Text of this kind needs no reordering and no composing, and nothing is left out of it. */
const plainLatin = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f]*$/;
const invisible = /[\p{Cf}\p{Cc}\p{Variation_Selector}]/u;
/** Marks that say whether two Arabic letters join. */
const joiner = /[\u200c\u200d]/;
const arabicLetter = /\p{Script=Arabic}/u;

/** Isolates percentages such as `15%`: after Arabic letters the algorithm would put the sign before the figure. */
const isolatePercentages = (text: string): string => text.replace(/\d[\d.,]*%/g, "\u2066$&\u2069");

function splitIntoLevels(text: string, base: Base): LevelRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const runs: LevelRun[] = [];
  let position = 0;
  for (const letter of text) {
    const level = levels[position] ?? 0;
    position += letter.length;
    const last = runs.at(-1);
    if (invisible.test(letter) && !(joiner.test(letter) && arabicLetter.test(last?.text.at(-1) ?? ""))) continue;
    if (last?.level === level) last.text += letter;
    else runs.push({ text: letter, level });
  }
  return runs;
}

/** Reorders runs by rule L2 of the bidirectional algorithm. */
function reorderRuns(runs: LevelRun[]): LevelRun[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}

const mirrorLetters = (text: string): string[] =>
  [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
/** Mirrors a text for a shaper that itself reverses only Arabic, and mirrors nothing. */
const mirrorText = (text: string): string => {
  const letters = mirrorLetters(text);
  return (arabicLetter.test(text) ? letters : letters.reverse()).join("");
};

/** Builds the run of a letter in the first font that has it, else that of a question mark. */
function buildLetterRun(letter: string, fonts: readonly Font[]): TextRun {
  for (const { name, has } of fonts) {
    const text = spellWith(letter, has);
    if (text !== null) return { text, font: name, actual: letter };
  }
  const font = fonts.find(({ has }) => spellWith(missingLetter, has) !== null);
  return { text: missingLetter, font: font?.name ?? "", actual: missingLetter };
}

/**
 * Splits a text into runs of one font: a font that has all letters, else one that has the letters of a word, else the
 * first that has a letter. Marks and spaces that this font lacks come from another font.
 */
function splitByFont(text: string, fonts: readonly Font[]): TextRun[] {
  const letters = text.replace(/[^\p{L}\p{M}]/gu, "");
  const font = fonts.find(({ has }) => spellWith(letters, has) !== null);
  const spelled = font && spellWith(text, font.has);
  if (font && typeof spelled === "string") return [{ text: spelled, font: font.name, actual: text }];
  const words = text.split(/(?<= )(?! )/);
  if (!font && words.length > 1) return words.flatMap((word) => splitByFont(word, fonts)).reduce(joinRun, []);
  const order = font ? [font, ...fonts] : fonts;
  return clusters(text)
    .map((letter) => buildLetterRun(letter, order))
    .reduce(joinRun, []);
}

function joinRun(runs: TextRun[], { text, font, actual }: TextRun): TextRun[] {
  const last = runs.at(-1);
  if (last?.font !== font) return [...runs, { text, font, actual }];
  return [...runs.slice(0, -1), { font, text: last.text + text, actual: last.actual + actual }];
}

/** Returns the pieces of one line in drawing order, from left to right. */
export function bidiRuns(text: string, base: Base, { latin, arabic }: Fonts): TextRun[] {
  if (base === "ltr" && plainLatin.test(text)) return splitByFont(text, latin);
  return reorderRuns(splitIntoLevels(isolatePercentages(text.normalize("NFC")), base)).flatMap((run) => {
    if (run.level % 2 === 0) return splitByFont(run.text, [...latin, ...arabic]);
    const parts = splitByFont(run.text, [...arabic, ...latin]).toReversed();
    return parts.map((part) => ({ ...part, text: mirrorText(part.text) }));
  });
}

/** Decodes a font that tools/pdf-fonts.ts has written. Only the used glyphs are embedded. */
const decodeFont = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");

/** Arabic is never set heavier than 500 (DESIGN §3). */
const fontFiles = {
  latin: decodeFont(latin400),
  arabic: decodeFont(arabic400),
  "latin-strong": decodeFont(latin500),
  "arabic-strong": decodeFont(arabic500),
  "latin-bold": decodeFont(latin600),
  "latin-display": decodeFont(displayLatin),
  "latin-display-bold": decodeFont(displayLatin600),
  "arabic-display": decodeFont(displayArabic),
  "arabic-display-bold": decodeFont(displayArabic500),
};
type FontName = keyof typeof fontFiles;

/** A4 in points (1/72 inch). */
export const page = { width: 595.28, height: 841.89 };
export const mm = 72 / 25.4;

export type Weight = "plain" | "strong" | "bold" | "display" | "display-bold";

export interface TextStyle {
  size: number;
  width: number;
  /** Direction of the paragraph, which begins at that side unless `align` is given. */
  base: Base;
  align?: "left" | "right" | "center";
  weight?: Weight;
  color?: string;
  /** Line height as a multiple of the size. */
  line?: number;
  tag?: "H1" | "H2" | "P";
}

type Doc = InstanceType<typeof PDFDocument>;

/** `column-head` and `row-head` are header cells. */
export type GroupTag = "Table" | "TR" | "column-head" | "row-head" | "TD";

interface Piece {
  text: string;
  x: number;
  style: TextStyle;
}

export interface PdfPage {
  /** Draws a text that wraps at `width`. Returns the y below it. */
  text(text: string, x: number, y: number, style: TextStyle): number;
  /** Draws one line of pieces in several styles, from left to right. Screen readers read it as `text`. */
  line(text: string, pieces: readonly Piece[], y: number): void;
  /** What `draw` writes becomes one element of the structure tree: a table, one of its rows, or a cell of a row. */
  group<T>(tag: GroupTag, draw: () => T): T;
  /** Draws what an earlier page already has, such as a table's head. Screen readers skip it. */
  repeat<T>(draw: () => T): T;
  height(text: string, style: TextStyle): number;
  width(text: string, style: TextStyle): number;
  rule(x: number, y: number, width: number, style?: { color?: string; thickness?: number }): void;
  /** Draws a decoration, which screen readers skip. */
  decorate(draw: (doc: Doc) => void): void;
  /** Draws a picture in `box` (left, top, right, bottom) with `alt`, in English, as its alternative text. */
  figure(alt: string, box: [number, number, number, number], draw: (doc: Doc) => void): void;
  end(): void;
}

const ink = "#0b211e";
const getLineHeight = ({ line, base, weight }: TextStyle) =>
  line ?? (weight?.startsWith("display") ? 1.25 : base === "rtl" ? 1.65 : 1.5);

const prepareFont = (name: FontName, font: EmbeddedFont) =>
  name.startsWith("arabic") ? writeLetterByLetter(font) : font;

function createPdfPage(doc: Doc): PdfPage {
  const families = new Map<FontName, Font>();
  for (const [name, file] of Object.entries(fontFiles) as [FontName, Buffer][]) {
    doc.registerFont(name, file);
    // The font is read when it is first needed, because most texts need few fonts.
    let embedded: EmbeddedFont | undefined;
    const letters = new Map<number, boolean>();
    const has = (code: number) => {
      let hasGlyph = letters.get(code);
      if (hasGlyph === undefined) {
        // oxlint-disable-next-line no-underscore-dangle -- pdfkit says nowhere else which letters a font has
        embedded ??= prepareFont(name, Reflect.get(doc.font(name), "_font") as EmbeddedFont);
        letters.set(code, (hasGlyph = embedded.font.hasGlyphForCodePoint(code)));
      }
      return hasGlyph;
    };
    families.set(name, { name, has });
  }
  const pickFonts = (...names: FontName[]) => names.flatMap((name) => families.get(name) ?? []);
  const plain = { latin: pickFonts("latin"), arabic: pickFonts("arabic") };
  const strong = { latin: pickFonts("latin-strong"), arabic: pickFonts("arabic-strong") };
  const display = { latin: pickFonts("latin-display", "latin"), arabic: pickFonts("arabic-display", "arabic") };
  const fonts: Record<Weight, Fonts> = {
    plain,
    strong,
    bold: { latin: pickFonts("latin-bold"), arabic: strong.arabic },
    display,
    "display-bold": {
      latin: pickFonts("latin-display-bold", "latin-bold"),
      arabic: pickFonts("arabic-display-bold", "arabic-strong"),
    },
  };
  const root = doc.struct("Document");
  doc.addStructure(root);
  let parent = root;
  let isRepeated = false;
  /** pdfkit's types do not know all of these options. */
  const structure = (tag: string, options: object, draw?: () => void) => doc.struct(tag, options, draw);
  const scopes: Partial<Record<GroupTag, string>> = { "column-head": "Column", "row-head": "Row" };

  // With a list of features, even an empty one, pdfkit shapes the text as a whole. Without, it shapes word by word,
  // which puts Arabic words in the wrong order.
  const getFeatures = ({ font, text }: TextRun): PDFKit.Mixins.OpenTypeFeatures[] | undefined => {
    if (font.startsWith("latin")) return undefined;
    // The places of vowel signs are in the largest table of a font, which is only read for a text that has such signs.
    // fontkit accepts features to leave out by name, which pdfkit's types do not know.
    const without: unknown = { mark: false, mkmk: false };
    return /\p{M}/u.test(text) ? [] : (without as []);
  };
  /** Widths of runs at size 1. The same text is measured to fit it, to break it and to place it. */
  const widths = new Map<string, number>();
  const measureRun = (piece: TextRun, size: number) => {
    const key = `${piece.font} ${piece.text}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = doc
        .font(piece.font)
        .fontSize(1)
        .widthOfString(piece.text, { features: getFeatures(piece) });
      widths.set(key, width);
    }
    return width * size;
  };
  // A no-break space only tells where a line may end, and the Arabic font has none.
  const toTextRuns = (text: string, style: TextStyle) =>
    bidiRuns(text.replaceAll("\u00a0", " "), style.base, fonts[style.weight ?? "plain"]);
  const measureLine = (text: string, style: TextStyle) =>
    toTextRuns(text, style).reduce((sum, piece) => sum + measureRun(piece, style.size), 0);
  /** Widths of words at size 1. Lines are filled by their sums, because kerning with a space is negligible. */
  const wordWidths = new Map<string, number>();
  const measureWord = (word: string, style: TextStyle) => {
    const key = `${style.weight ?? "plain"} ${style.base} ${word}`;
    let width = wordWidths.get(key);
    if (width === undefined) wordWidths.set(key, (width = measureLine(word, { ...style, size: 1 })));
    return width * style.size;
  };

  function breakWord(word: string, style: TextStyle): string[] {
    if (measureWord(word, style) <= style.width) return [word];
    const parts = [""];
    for (const char of word) {
      const last = parts.at(-1) ?? "";
      if (last && measureLine(last + char, style) > style.width) parts.push(char);
      else parts[parts.length - 1] = last + char;
    }
    return parts;
  }

  function wrapLines(text: string, style: TextStyle): string[] {
    const words = text.split(/[ \t\n]+/);
    const space = measureWord(" ", style);
    const lines: string[] = [];
    let line: string[] = [];
    let used = 0;
    for (const word of words.flatMap((word) => breakWord(word, style))) {
      const width = measureWord(word, style);
      if (line.length > 0 && used + space + width > style.width) {
        lines.push(line.join(" "));
        line = [];
        used = 0;
      }
      used += (line.length > 0 ? space : 0) + width;
      line.push(word);
    }
    return [...lines, line.join(" ")];
  }

  function drawLine(text: string, x: number, y: number, style: TextStyle): void {
    const align = style.align ?? (style.base === "rtl" ? "right" : "left");
    const room = align === "left" ? 0 : style.width - measureLine(text, style);
    // Letters are in the middle of their line, whatever its height.
    const baseline = y + style.size * (getLineHeight(style) / 2 + 0.33);
    let pen = x + (align === "center" ? room / 2 : room);
    const pieces = toTextRuns(text, style);
    for (const piece of pieces) {
      doc
        .font(piece.font)
        .fontSize(style.size)
        .fillColor(style.color ?? ink);
      const isReordered = piece.text !== piece.actual && !arabicLetter.test(piece.text);
      if (isReordered) doc.markContent("Span", { actual: piece.actual });
      doc.text(piece.text, pen, baseline, { lineBreak: false, baseline: "alphabetic", features: getFeatures(piece) });
      if (isReordered) doc.endMarkedContent();
      if (piece !== pieces.at(-1)) pen += measureRun(piece, style.size);
    }
  }

  function write(actual: string, { tag = "P", base }: TextStyle, draw: () => void): void {
    if (!isRepeated) {
      parent.add(structure(tag, { actual, lang: base === "rtl" ? "ar" : "en" }, draw));
      return;
    }
    doc.markContent("Artifact", { type: "Pagination" });
    draw();
    doc.endMarkedContent();
  }

  const getLinesHeight = (lines: readonly string[], style: TextStyle) =>
    lines.length * style.size * getLineHeight(style);
  return {
    text(text, x, y, style) {
      const lines = wrapLines(text, style);
      write(text, style, () => {
        for (const [index, line] of lines.entries())
          drawLine(line, x, y + index * style.size * getLineHeight(style), style);
      });
      return y + getLinesHeight(lines, style);
    },
    line(text, pieces, y) {
      const [first] = pieces;
      if (!first) return;
      write(text, first.style, () => {
        for (const { text, x, style } of pieces) drawLine(text, x, y, style);
      });
    },
    group(tag, draw) {
      if (isRepeated) return draw();
      const outerParent = parent;
      const scope = scopes[tag];
      parent = scope ? structure("TH", { scope }) : structure(tag, {});
      outerParent.add(parent);
      const drawn = draw();
      parent = outerParent;
      return drawn;
    },
    repeat(draw) {
      const wasRepeated = isRepeated;
      isRepeated = true;
      const drawn = draw();
      isRepeated = wasRepeated;
      return drawn;
    },
    height: (text, style) => getLinesHeight(wrapLines(text, style), style),
    width: measureLine,
    rule(x, y, width, { color = "#dde5e1", thickness = 0.5 } = {}) {
      this.decorate((doc) =>
        doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(thickness)
          .stroke(color),
      );
    },
    decorate(draw) {
      doc.markContent("Artifact", { type: "Layout" });
      draw(doc);
      doc.endMarkedContent();
    },
    figure(alt, bbox, draw) {
      parent.add(structure("Figure", { alt, lang: "en", bbox }, () => draw(doc)));
    },
    end() {
      root.end();
    },
  };
}

/** A file within a PDF, such as the XML of an e-invoice. */
export interface EmbeddedFile {
  name: string;
  text: string;
  /** MIME type. */
  type: string;
  /** Description in English. */
  description: string;
  modifiedAt: Date;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Metadata that pdfkit does not write: it describes PDF/UA's mark, which is not among the properties that PDF/A knows,
 * and has the author, which pdfkit would not escape.
 */
const buildArchiveMetadata = (author: string) => `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>part</pdfaProperty:name>
      <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
      <pdfaProperty:category>internal</pdfaProperty:category>
      <pdfaProperty:description>Part of ISO 14289 that the file follows</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

/**
 * Embeds a file, which makes the PDF a PDF/A-3a and PDF/UA-1: `subset` of pdfkit adds PDF/A's mark and output intent.
 */
function embed(doc: Doc, { name, text, type, description, modifiedAt }: EmbeddedFile, author: string): void {
  doc.appendXML(buildArchiveMetadata(author));
  // pdfkit's types do not know the relationship.
  const relation: object = { relationship: "Alternative" };
  const dates = { creationDate: modifiedAt, modifiedDate: modifiedAt };
  doc.file(Buffer.from(text), { name, type, description, ...dates, ...relation });
}

interface PdfFacts {
  title: string;
  author: string;
  at: Date;
  /** Language of the title. */
  locale: Locale;
  layout?: "portrait" | "landscape";
  /** A file to embed, which makes the PDF a PDF/A-3a. */
  embedded?: EmbeddedFile;
}

/**
 * Draws a tagged A4 PDF in the site's fonts, with the date `at`. `nextPage` begins another page. At the end, `foot` is
 * called for every page, with its number (from 1) and the number of pages.
 */
export async function pdfFile(
  { title, author, at, locale, layout = "portrait", embedded }: PdfFacts,
  draw: (pdf: PdfPage, nextPage: () => void) => Promise<void>,
  foot?: (pdf: PdfPage, page: number, count: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const info = { Title: title, ...(!embedded && { Author: author }), CreationDate: at, ModDate: at };
  const options = {
    size: "A4",
    layout,
    pdfVersion: "1.7" as const,
    tagged: true,
    lang: locale,
    displayTitle: true,
    bufferPages: foot !== undefined,
    ...(embedded && { subset: "PDF/A-3a" as const }),
  };
  // No default font: pdfkit accepts null, its types do not.
  const withoutFont: object = { font: null };
  const doc = new PDFDocument({ ...options, info, margins: { top: 0, bottom: 0, left: 0, right: 0 }, ...withoutFont });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const pdf = createPdfPage(doc);
  await draw(pdf, () => void doc.addPage());
  const count = foot ? doc.bufferedPageRange().count : 0;
  for (let number = 1; number <= count; number++) {
    doc.switchToPage(number - 1);
    if (number === 1) foot?.(pdf, number, count);
    else pdf.repeat(() => foot?.(pdf, number, count));
  }
  if (embedded) embed(doc, embedded, author);
  pdf.end();
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

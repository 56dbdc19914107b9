import bidiFactory from "bidi-js";
import PDFDocument from "pdfkit";
import type { Locale } from "#i18n/locale.ts";
import displayArabic from "./fonts/display-arabic.ttf?inline";
import displayLatin from "./fonts/display-latin.ttf?inline";
import arabic400 from "./fonts/text-arabic-400.ttf?inline";
import arabic500 from "./fonts/text-arabic-500.ttf?inline";
import latin400 from "./fonts/text-latin-400.ttf?inline";
import latin500 from "./fonts/text-latin-500.ttf?inline";
import latin600 from "./fonts/text-latin-600.ttf?inline";
import latinExt400 from "./fonts/text-latin-ext-400.ttf?inline";
import latinExt500 from "./fonts/text-latin-ext-500.ttf?inline";
import { letVisitorsIn } from "./draw-in-turn.server.ts";

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
  text: string;
  font: string;
}
interface LevelRun extends TextRun {
  level: number;
}

const invisible = /[\p{Cf}\p{Cc}]/u;

/** After Arabic letters the algorithm would set the sign before the figure: an isolate keeps `15%` as it is written. */
const isolated = (text: string): string => text.replace(/\d[\d.,]*%/g, "\u2066$&\u2069");

function runsOf(given: string, base: Base, fonts: Fonts): LevelRun[] {
  const text = isolated(given);
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const runs: LevelRun[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] ?? 0;
    at += letter.length;
    if (invisible.test(letter)) continue;
    const tried = level % 2 === 1 ? [...fonts.arabic, ...fonts.latin] : [...fonts.latin, ...fonts.arabic];
    const last = runs.at(-1);
    const code = letter.codePointAt(0) ?? 0;
    const font = tried.find((candidate) => candidate.has(code));
    const name = font?.name ?? tried.at(-1)?.name ?? "";
    // A character without a font is shown as missing, not left out.
    const char = font ? letter : "?";
    if (last?.level === level && last.font === name) last.text += char;
    else runs.push({ text: char, font: name, level });
  }
  return runs;
}

/** Rule L2 of the bidirectional algorithm. */
function reordered(runs: LevelRun[]): LevelRun[] {
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

/** For a shaper that itself reverses only Arabic. */
function mirrored(text: string): string {
  if (/\p{Script=Arabic}/u.test(text)) return text;
  return [...text]
    .reverse()
    .map((char) => bidi.getMirroredCharacter(char) ?? char)
    .join("");
}

/** Returns the pieces of one line in drawing order, from left to right. */
export function bidiRuns(text: string, base: Base, fonts: Fonts): TextRun[] {
  return reordered(runsOf(text, base, fonts)).map(({ text: part, font, level }) => ({
    text: level % 2 === 1 ? mirrored(part) : part,
    font,
  }));
}

/** Written by tools/pdf-fonts.ts; only the used glyphs are embedded. */
const bytes = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");

/** `bold` and `display` are for our own words only; Arabic is never set heavier than 500 (DESIGN §3). */
const fontFiles = {
  latin: bytes(latin400),
  "latin-ext": bytes(latinExt400),
  arabic: bytes(arabic400),
  "latin-strong": bytes(latin500),
  "latin-ext-strong": bytes(latinExt500),
  "arabic-strong": bytes(arabic500),
  "latin-bold": bytes(latin600),
  "latin-display": bytes(displayLatin),
  "arabic-display": bytes(displayArabic),
};
type FontName = keyof typeof fontFiles;

/** A4 in points (1/72 inch). */
export const page = { width: 595.28, height: 841.89 };
export const mm = 72 / 25.4;

export type Weight = "plain" | "strong" | "bold" | "display";

export interface TextStyle {
  size: number;
  width: number;
  /** Direction of the paragraph, which begins at that side unless `align` is given. */
  base: Base;
  align?: "left" | "right" | "center";
  weight?: Weight;
  color?: string;
  /** Multiple of the size. */
  line?: number;
  tag?: "H1" | "H2" | "P";
}

type Doc = InstanceType<typeof PDFDocument>;

export interface PdfPage {
  /** Wraps at `width`; returns the y below. */
  text(text: string, x: number, y: number, style: TextStyle): number;
  height(text: string, style: TextStyle): number;
  width(text: string, style: TextStyle): number;
  rule(x: number, y: number, width: number, look?: { color?: string; thickness?: number }): void;
  /** Decoration, skipped by screen readers. */
  decorate(draw: (doc: Doc) => void): void;
  /** A picture with `words` as its alternative text. */
  figure(words: string, draw: (doc: Doc) => void): void;
  end(): void;
}

const ink = "#0b211e";
const lineOf = ({ line, base, weight }: TextStyle) =>
  line ?? (weight === "display" ? 1.25 : base === "rtl" ? 1.65 : 1.5);

function pdfPage(doc: Doc): PdfPage {
  const families = new Map<FontName, Font>();
  for (const [name, file] of Object.entries(fontFiles) as [FontName, Buffer][]) {
    doc.registerFont(name, file);
    // Read when it is asked for: most texts need a few.
    let font: { hasGlyphForCodePoint(code: number): boolean } | undefined;
    const has = (code: number) => {
      // oxlint-disable-next-line no-underscore-dangle -- pdfkit says nowhere else which letters a font has
      font ??= (Reflect.get(doc.font(name), "_font") as { font: NonNullable<typeof font> }).font;
      return font.hasGlyphForCodePoint(code);
    };
    families.set(name, { name, has });
  }
  const fontsOf = (...names: FontName[]) => names.flatMap((name) => families.get(name) ?? []);
  const plain = { latin: fontsOf("latin", "latin-ext"), arabic: fontsOf("arabic") };
  const strong = { latin: fontsOf("latin-strong", "latin-ext-strong"), arabic: fontsOf("arabic-strong") };
  const fonts: Record<Weight, Fonts> = {
    plain,
    strong,
    bold: { latin: fontsOf("latin-bold", "latin-ext-strong"), arabic: strong.arabic },
    display: { latin: fontsOf("latin-display", "latin"), arabic: fontsOf("arabic-display", "arabic") },
  };
  const root = doc.struct("Document");
  doc.addStructure(root);

  // Given features, even none, pdfkit shapes the text as a whole; else word by word, which misorders Arabic words.
  const features = ({ font, text }: TextRun): PDFKit.Mixins.OpenTypeFeatures[] => {
    if (font.startsWith("latin")) return ["tnum", "kern"];
    // Where vowel signs go is read from a font's largest table, so only for a text that has some. fontkit takes what it
    // leaves out by name, of which pdfkit's types say nothing.
    const without: unknown = { mark: false, mkmk: false };
    return /\p{M}/u.test(text) ? [] : (without as []);
  };
  /** At size 1: a text is measured to fit, to be broken and to be placed. */
  const widths = new Map<string, number>();
  const widthOf = (piece: TextRun, size: number) => {
    const key = `${piece.font} ${piece.text}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = doc
        .font(piece.font)
        .fontSize(1)
        .widthOfString(piece.text, { features: features(piece) });
      widths.set(key, width);
    }
    return width * size;
  };
  // A no-break space only says where a line may end; the Arabic face draws none.
  const piecesOf = (text: string, style: TextStyle) =>
    bidiRuns(text.replaceAll("\u00a0", " "), style.base, fonts[style.weight ?? "plain"]);
  const lineWidth = (text: string, style: TextStyle) =>
    piecesOf(text, style).reduce((sum, piece) => sum + widthOf(piece, style.size), 0);

  function broken(word: string, style: TextStyle): string[] {
    if (lineWidth(word, style) <= style.width) return [word];
    const parts = [""];
    for (const char of word) {
      const last = parts.at(-1) ?? "";
      if (last && lineWidth(last + char, style) > style.width) parts.push(char);
      else parts[parts.length - 1] = last + char;
    }
    return parts;
  }

  function linesOf(text: string, style: TextStyle): string[] {
    const words = text.split(/[ \t\n]+/);
    const whole = words.join(" ");
    // Most texts fit; measuring is what takes the time.
    if (lineWidth(whole, style) <= style.width) return [whole];
    const lines: string[] = [];
    let line = "";
    for (const word of words.flatMap((word) => broken(word, style))) {
      const longer = line ? `${line} ${word}` : word;
      if (line && lineWidth(longer, style) > style.width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }

  function drawLine(text: string, x: number, y: number, style: TextStyle): void {
    const align = style.align ?? (style.base === "rtl" ? "right" : "left");
    const room = align === "left" ? 0 : style.width - lineWidth(text, style);
    // Letters stand in the middle of their line, whatever its height.
    const baseline = y + style.size * (lineOf(style) / 2 + 0.33);
    let pen = x + (align === "center" ? room / 2 : room);
    for (const piece of piecesOf(text, style)) {
      const width = widthOf(piece, style.size);
      doc
        .font(piece.font)
        .fontSize(style.size)
        .fillColor(style.color ?? ink)
        .text(piece.text, pen, baseline, { lineBreak: false, baseline: "alphabetic", features: features(piece) });
      pen += width;
    }
  }

  const heightOf = (lines: readonly string[], style: TextStyle) => lines.length * style.size * lineOf(style);
  return {
    text(text, x, y, style) {
      const lines = linesOf(text, style);
      const element = doc.struct(style.tag ?? "P", { actual: text, lang: style.base === "rtl" ? "ar" : "en" }, () => {
        for (const [at, line] of lines.entries()) drawLine(line, x, y + at * style.size * lineOf(style), style);
      });
      root.add(element);
      return y + heightOf(lines, style);
    },
    height: (text, style) => heightOf(linesOf(text, style), style),
    width: lineWidth,
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
    figure(words, draw) {
      root.add(doc.struct("Figure", { alt: words }, () => draw(doc)));
    },
    end() {
      root.end();
    },
  };
}

/**
 * Draws a tagged A4 PDF in the site's faces; `locale` is for its title, `at` its date, `nextPage` begins another page.
 * `draw` awaits `letVisitorsIn` between its parts. `foot` is drawn last, on every page (from 1) of `count`.
 */
export async function pdfFile(
  {
    title,
    author,
    at,
    locale,
    layout = "portrait",
  }: { title: string; author: string; at: Date; locale: Locale; layout?: "portrait" | "landscape" },
  draw: (pdf: PdfPage, nextPage: () => void) => Promise<void>,
  foot?: (pdf: PdfPage, page: number, count: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const info = { Title: title, Author: author, CreationDate: at, ModDate: at };
  const options = {
    size: "A4",
    layout,
    pdfVersion: "1.7" as const,
    tagged: true,
    lang: locale,
    displayTitle: true,
    bufferPages: foot !== undefined,
  };
  // No default font: pdfkit accepts null, its types do not.
  const withoutFont: object = { font: null };
  const doc = new PDFDocument({ ...options, info, margins: { top: 0, bottom: 0, left: 0, right: 0 }, ...withoutFont });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const pdf = pdfPage(doc);
  await letVisitorsIn();
  await draw(pdf, () => void doc.addPage());
  await letVisitorsIn();
  const count = foot ? doc.bufferedPageRange().count : 0;
  for (let number = 1; number <= count; number++) {
    doc.switchToPage(number - 1);
    foot?.(pdf, number, count);
    await letVisitorsIn();
  }
  pdf.end();
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

import type { Locale } from "#i18n/locale.ts";
import { mm, page, type PdfPage, type TextStyle } from "./pdf-layout.server.ts";

/** The layout that all our documents share. Measures in points. */
export const left = 16 * mm;
export const right = page.width - left;
export const width = right - left;
export const top = 15 * mm;
export const footRule = page.height - 12 * mm - 22;
export const bottom = footRule - 8;

export const colours = {
  ink: "#0b211e",
  soft: "#3b4f4b",
  quiet: "#5a6d68",
  line: "#dde5e1",
  edge: "#c9d4cf",
  green: "#0c564c",
};

/** Returns the direction of the first letter. */
export const detectDirection = (text: string): "rtl" | "ltr" =>
  /^\P{L}*\p{Script=Arabic}/u.test(text) ? "rtl" : "ltr";

type BilingualStyle = Omit<TextStyle, "width" | "base">;

/** Draws English at the left and Arabic at the right. Returns the y below the longer text. */
export function bilingual(
  pdf: PdfPage,
  { en, ar }: Record<Locale, string>,
  x: number,
  y: number,
  room: number,
  options: BilingualStyle & { part?: number; arSize?: number },
): number {
  const { part = 0.5, arSize = options.size, ...style } = options;
  const below = pdf.text(en, x, y, { ...style, width: room * part, base: "ltr" });
  return Math.max(
    below,
    pdf.text(ar, x + room * (1 - part), y, {
      ...style,
      ...(options.tag === "H1" && { tag: "P" as const }),
      size: arSize,
      width: room * part,
      base: "rtl",
    }),
  );
}

/** Returns the style with a size that is reduced until the text fits on one line. */
export function fitting(pdf: PdfPage, text: string, style: TextStyle): TextStyle {
  const needed = pdf.width(text, style);
  return needed <= style.width ? style : { ...style, size: (style.size * style.width) / needed };
}

/** The site's mark, as in public/art. */
const star =
  "M47.5 24L40.6 30.9L40.6 40.6L30.9 40.6L24 47.5L17.1 40.6L7.4 40.6L7.4 30.9L0.5 24L7.4 17.1L7.4 7.4L17.1 7.4L24 0.5L30.9 7.4L40.6 7.4L40.6 17.1Z";
const petals =
  "M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24Z";
const flame = "M24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z";

/** Draws the site's mark in a square of `side` points. */
export function drawMark(pdf: PdfPage, x: number, y: number, side: number): void {
  pdf.decorate((doc) => {
    doc
      .save()
      .translate(x, y)
      .scale(side / 48);
    doc
      .path(star)
      .lineWidth(1)
      .lineJoin("round")
      .fillAndStroke(colours.green, colours.green)
      .path(petals)
      .fill("#fff")
      .path(flame)
      .fill("#f2be5c")
      .restore();
  });
}

/** Draws the company's name: its first word heavier than the others, in `heavyColor`. */
export function wordmark(
  pdf: PdfPage,
  name: string,
  x: number,
  y: number,
  { heavyColor = colours.ink, ...style }: Omit<TextStyle, "weight"> & { heavyColor?: string },
): void {
  const align = style.align ?? (style.base === "rtl" ? "right" : "left");
  const words = name.split(" ");
  const parts = [
    { text: words[0] ?? "", look: { ...style, weight: "display-bold" as const, color: heavyColor } },
    { text: words.slice(1).join(" "), look: { ...style, weight: "display" as const } },
  ].map((part) => ({ ...part, partWidth: pdf.width(part.text, part.look) }));
  const space = pdf.width(" ", { ...style, weight: "display" });
  const total = parts.reduce((sum, { partWidth }) => sum + partWidth, space);
  let pen = align === "left" ? x : x + style.width - total;
  const pieces = (style.base === "rtl" ? parts.toReversed() : parts).map(({ text, look, partWidth }) => {
    const piece = { text, x: pen, style: { ...look, align: "left" as const, width: partWidth } };
    pen += partWidth + space;
    return piece;
  });
  pdf.line(name, pieces, y);
}

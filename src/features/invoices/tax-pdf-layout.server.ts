/** After design/mails/doc-tax-invoice. Measures in points. */
import { decimalFromHalalas, groupedAmount } from "#i18n/money.ts";
import type { Locale } from "#i18n/locale.ts";
import { mm, page, type PdfPage, type TextStyle } from "./pdf-layout.server.ts";

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

export type Message = (input: object, options: { locale: Locale }) => string;
export const both = (label: Message): Record<Locale, string> => ({
  en: label({}, { locale: "en" }),
  ar: label({}, { locale: "ar" }),
});

export const amount = (halalas: number): string => groupedAmount(decimalFromHalalas(halalas));

/** The direction of the first letter. */
export const directionOfText = (text: string): "rtl" | "ltr" =>
  /^\P{L}*\p{Script=Arabic}/u.test(text) ? "rtl" : "ltr";

type Look = Omit<TextStyle, "width" | "base">;

/** English at the left, Arabic at the right; returns the y below the longer one. */
export function bilingual(
  pdf: PdfPage,
  { en, ar }: Record<Locale, string>,
  x: number,
  y: number,
  room: number,
  look: Look & { part?: number; arSize?: number },
): number {
  const { part = 0.5, arSize = look.size, ...style } = look;
  const below = pdf.text(en, x, y, { ...style, width: room * part, base: "ltr" });
  return Math.max(
    below,
    pdf.text(ar, x + room * (1 - part), y, {
      ...style,
      ...(look.tag === "H1" && { tag: "P" as const }),
      size: arSize,
      width: room * part,
      base: "rtl",
    }),
  );
}

/** Reduces the size until the text fits on one line. */
export function fitting(pdf: PdfPage, text: string, style: TextStyle): TextStyle {
  const needed = pdf.width(text, style);
  return needed <= style.width ? style : { ...style, size: (style.size * style.width) / needed };
}

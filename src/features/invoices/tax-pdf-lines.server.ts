import { weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { decimalFromHalalas, groupedAmount } from "#i18n/money.ts";
import { discountLabel } from "#features/orders/order-labels.ts";
import type { TaxedLine } from "./document.ts";
import { both, inBoth, type Message } from "#platform/pdf/bilingual.ts";
import { colours, fitting, left, right, width } from "#platform/pdf/letter.server.ts";
import { mm, type PdfPage, type TextStyle } from "#platform/pdf/pdf-layout.server.ts";

/** Formats halalas as an amount with grouped digits, without the currency. */
export const amount = (halalas: number): string => groupedAmount(decimalFromHalalas(halalas));

interface Column {
  label: Message | null;
  x: number;
  width: number;
}

/** Widths of the columns with figures, from the last to the first, each including a gap of 3 mm. */
const figureWidths = [24, 17, 12, 19, 18, 10].map((millimetres) => millimetres * mm);
const gap = 3 * mm;
const figureLabels: Message[] = [
  m.invoicing_invoice_line_total,
  m.invoicing_invoice_tax,
  m.invoicing_invoice_rate,
  m.invoicing_invoice_amount,
  m.invoicing_invoice_unit_price,
  m.invoicing_invoice_qty,
];
const figures: Column[] = figureWidths
  .map((columnWidth, index) => ({
    label: figureLabels[index] ?? null,
    x: right - figureWidths.slice(0, index + 1).reduce((sum, one) => sum + one, 0) + gap,
    width: columnWidth - gap,
  }))
  .toReversed();
const numberWidth = 6 * mm;
const description = {
  x: left + numberWidth,
  width: width - numberWidth - figureWidths.reduce((sum, one) => sum + one, 0) - 2 * mm,
};

const headStyle = { size: 7.6, color: colours.quiet, weight: "strong" as const, line: 1.4 };
const headArabic = { size: 8, color: colours.quiet, line: 1.5 };

/** Draws the head of a table that the caller has begun. Returns its lower end. */
export function tableHead(pdf: PdfPage, y: number): number {
  pdf.rule(left, y, width, { color: colours.ink, thickness: 0.75 });
  const heads = [
    { en: "#", ar: "م", x: left, width: numberWidth, align: "left" as const },
    { ...both(m.invoicing_invoice_description), ...description, align: "left" as const },
    ...figures.map(({ label, x, width }) => ({
      ...(label ? both(label) : { en: "", ar: "" }),
      x,
      width,
      align: "right" as const,
    })),
  ].map((head) => {
    const en = { ...headStyle, width: head.width, base: "ltr" as const, align: head.align };
    const ar = { ...headArabic, width: head.width, base: "rtl" as const, align: head.align };
    return { ...head, style: { en, ar }, height: pdf.height(head.en, en) + pdf.height(head.ar, ar) };
  });
  const tallest = Math.max(...heads.map(({ height }) => height));
  pdf.group("TR", () => {
    for (const { en, ar, x, style, height } of heads)
      pdf.group("column-head", () => {
        const middle = pdf.text(en, x, y + 1.8 * mm + tallest - height, style.en);
        pdf.text(ar, x, middle, style.ar);
      });
  });
  const end = y + tallest + 3.6 * mm;
  pdf.rule(left, end, width, { color: colours.edge });
  return end;
}

interface StyledText {
  text: string;
  style: TextStyle;
}

/** Text below the name of a line, in both languages. */
export type LineDetail = Record<Locale, string>;

function describeSupply({ supplyFrom, supplyTo }: TaxedLine): LineDetail[] {
  if (!supplyFrom || !supplyTo) return [];
  const formatDates = (locale: Locale) =>
    m.invoicing_invoice_supply_line({ range: weekdayRange(supplyFrom, supplyTo, locale) }, { locale });
  return [inBoth(formatDates)];
}

function describeDiscount({ discount }: TaxedLine): LineDetail[] {
  if (!discount) return [];
  const formatDiscount = (locale: Locale) =>
    `${discountLabel(discount, { locale })}: \u2066−${amount(discount.halalas)}\u2069`;
  return [inBoth(formatDiscount)];
}

function buildDescription(line: TaxedLine, facts: readonly LineDetail[]): StyledText[] {
  const details = [...facts, ...describeDiscount(line)];
  const { nameEng, nameAr } = line;
  const name = { size: 8.6, width: description.width, weight: "strong" as const };
  const small = { size: 8, width: description.width, color: colours.quiet };
  return [
    { text: nameEng, style: { ...name, base: "ltr" } },
    ...(nameAr ? [{ text: nameAr, style: { ...name, base: "rtl" as const, align: "left" as const } }] : []),
    ...details.map(({ en }) => ({ text: en, style: { ...small, base: "ltr" as const } })),
    ...details.map(({ ar }) => ({ text: ar, style: { ...small, base: "rtl" as const, align: "left" as const } })),
  ];
}

const padding = 2.6 * mm;

export const lineHeight = (pdf: PdfPage, line: TaxedLine, details = describeSupply(line)): number =>
  buildDescription(line, details).reduce((sum, { text, style }) => sum + pdf.height(text, style), 2 * padding);

/** Draws a line of the table below `y`; `lineNumber` counts from 1. Returns its lower end. */
export function tableLine(
  pdf: PdfPage,
  line: TaxedLine,
  lineNumber: number,
  percent: number,
  y: number,
  details = describeSupply(line),
): number {
  const from = y + padding;
  let end = from;
  const values = [
    String(line.qty),
    amount(line.unitPriceHalalas),
    amount(line.amountHalalas),
    `${percent}%`,
    amount(line.taxHalalas),
    amount(line.totalHalalas),
  ];
  const writeFigure = (column: Column, index: number) => {
    const text = values[index] ?? "";
    const style = {
      size: 8.6,
      width: column.width,
      base: "ltr" as const,
      align: "right" as const,
      weight: index === figures.length - 1 ? ("strong" as const) : ("plain" as const),
    };
    pdf.text(text, column.x, from, fitting(pdf, text, style));
  };
  pdf.group("TR", () => {
    pdf.group("TD", () => pdf.text(String(lineNumber), left, from, { size: 8.6, width: numberWidth, base: "ltr" }));
    pdf.group("TD", () => {
      for (const { text, style } of buildDescription(line, details)) end = pdf.text(text, description.x, end, style);
    });
    for (const [index, column] of figures.entries()) pdf.group("TD", () => writeFigure(column, index));
  });
  pdf.rule(left, end + padding, width);
  return end + padding;
}

import { weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { decimalFromHalalas, groupedAmount } from "#i18n/money.ts";
import { discountLabel } from "#features/orders/order-labels.ts";
import type { TaxedLine } from "./document.ts";
import { both, type Message } from "#platform/pdf/bilingual.ts";
import { colours, fitting, left, right, width } from "#platform/pdf/letter.server.ts";
import { mm, type PdfPage, type TextStyle } from "#platform/pdf/pdf-layout.server.ts";

/** Halalas as a grouped amount without the currency. */
export const amount = (halalas: number): string => groupedAmount(decimalFromHalalas(halalas));

interface Column {
  label: Message | null;
  x: number;
  width: number;
}

/** From the last column to the first, 3 mm apart. */
const figureWidths = [24, 17, 12, 19, 18, 10].map((wide) => wide * mm);
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
  .map((wide, at) => ({
    label: figureLabels[at] ?? null,
    x: right - figureWidths.slice(0, at + 1).reduce((sum, one) => sum + one, 0) + gap,
    width: wide - gap,
  }))
  .toReversed();
const numberWidth = 6 * mm;
const description = {
  x: left + numberWidth,
  width: width - numberWidth - figureWidths.reduce((sum, one) => sum + one, 0) - 2 * mm,
};

const headStyle = { size: 7.6, color: colours.quiet, weight: "strong" as const, line: 1.4 };
const headArabic = { size: 8, color: colours.quiet, line: 1.5 };

/** Draws the head of a table that the caller has begun. */
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

interface Part {
  text: string;
  style: TextStyle;
}

/** Text below the name of a line, in both languages. */
export type LineDetail = Record<Locale, string>;

function supplyDates({ supplyFrom, supplyTo }: TaxedLine): LineDetail[] {
  if (!supplyFrom || !supplyTo) return [];
  const formatDates = (locale: Locale) =>
    m.invoicing_invoice_supply_line({ range: weekdayRange(supplyFrom, supplyTo, locale) }, { locale });
  return [{ en: formatDates("en"), ar: formatDates("ar") }];
}

function discountDetail({ discount }: TaxedLine): LineDetail[] {
  if (!discount) return [];
  const formatDiscount = (locale: Locale) =>
    `${discountLabel(discount, { locale })}: \u2066−${amount(discount.halalas)}\u2069`;
  return [{ en: formatDiscount("en"), ar: formatDiscount("ar") }];
}

function buildDescription(line: TaxedLine, facts: readonly LineDetail[]): Part[] {
  const details = [...facts, ...discountDetail(line)];
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

export const lineHeight = (pdf: PdfPage, line: TaxedLine, details = supplyDates(line)): number =>
  buildDescription(line, details).reduce((sum, { text, style }) => sum + pdf.height(text, style), 2 * padding);

export function tableLine(
  pdf: PdfPage,
  line: TaxedLine,
  place: number,
  percent: number,
  y: number,
  details = supplyDates(line),
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
  const writeFigure = (column: Column, at: number) => {
    const text = values[at] ?? "";
    const style = {
      size: 8.6,
      width: column.width,
      base: "ltr" as const,
      align: "right" as const,
      weight: at === figures.length - 1 ? ("strong" as const) : ("plain" as const),
    };
    pdf.text(text, column.x, from, fitting(pdf, text, style));
  };
  pdf.group("TR", () => {
    pdf.group("TD", () => pdf.text(String(place), left, from, { size: 8.6, width: numberWidth, base: "ltr" }));
    pdf.group("TD", () => {
      for (const { text, style } of buildDescription(line, details)) end = pdf.text(text, description.x, end, style);
    });
    for (const [at, column] of figures.entries()) pdf.group("TD", () => writeFigure(column, at));
  });
  pdf.rule(left, end + padding, width);
  return end + padding;
}

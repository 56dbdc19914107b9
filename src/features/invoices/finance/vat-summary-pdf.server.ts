import { both, inBoth } from "#platform/pdf/bilingual.ts";
import { pdfFile, mm, type PdfPage } from "#platform/pdf/pdf-layout.server.ts";
import { amount } from "#features/invoices/tax-pdf-lines.server.ts";
import { bilingual, bottom, colours, left, right, top, width } from "#platform/pdf/letter.server.ts";
import { dayAndTime, fullDate, monthAndYear } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { VatSummary } from "./vat-summary.ts";

type BothTexts = Record<Locale, string>;
interface Sums {
  documents: number;
  net: number;
  tax: number;
}

const formatPeriod = ({ months }: VatSummary, locale: Locale): string => {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  if (first === last) return monthAndYear(first, locale);
  return m.finance_vat_period({ from: monthAndYear(first, locale), to: monthAndYear(last, locale) }, { locale });
};

/** A row has the English label at the left, the Arabic one at the right, and three figures between them. */
const labelWidth = width * 0.27;
const figureWidth = (width - 2 * labelWidth) / 3;
const getFigureX = (column: number) => left + labelWidth + column * figureWidth;

function drawFigures(pdf: PdfPage, texts: readonly string[], y: number, isStrong: boolean): void {
  for (const [column, text] of texts.entries())
    pdf.text(text, getFigureX(column), y, {
      size: 9,
      width: figureWidth - 2 * mm,
      base: "ltr",
      align: "right",
      ...(isStrong && { weight: "strong" }),
    });
}

/** Draws a row below `y`; returns its lower end. */
function drawRow(pdf: PdfPage, label: BothTexts, sums: Sums, y: number, isStrong = false): number {
  const textY = y + 1.6 * mm;
  const textStyle = { size: 9, ...(isStrong && { weight: "strong" as const }) };
  const below = Math.max(
    pdf.text(label.en, left, textY, { ...textStyle, width: labelWidth - 2 * mm, base: "ltr" }),
    pdf.text(label.ar, right - labelWidth + 2 * mm, textY, { ...textStyle, width: labelWidth - 2 * mm, base: "rtl" }),
  );
  drawFigures(pdf, [String(sums.documents), amount(sums.net), amount(sums.tax)], textY, isStrong);
  const end = below + 1.4 * mm;
  pdf.rule(left, end, width, { color: colours.line });
  return end;
}

/** Draws the head of the table below `y`; returns its lower end. */
function drawTableHead(pdf: PdfPage, y: number): number {
  const heads = [m.finance_vat_documents, m.finance_column_net, m.finance_column_vat].map(both);
  const style = { size: 7.8, width: figureWidth - 2 * mm, align: "right" as const, color: colours.quiet };
  const lowerEnds = heads.map(({ en, ar }, column) => {
    const middle = pdf.text(en, getFigureX(column), y + 1.4 * mm, { ...style, base: "ltr", weight: "strong" });
    return pdf.text(ar, getFigureX(column), middle, { ...style, base: "rtl" });
  });
  const end = Math.max(...lowerEnds) + 1.2 * mm;
  pdf.rule(left, y, width, { color: colours.ink, thickness: 0.75 });
  pdf.rule(left, end, width, { color: colours.edge });
  return end;
}

/** Draws title, period and company at the top of the page; returns where the table begins. */
function drawHead(pdf: PdfPage, summary: VatSummary): number {
  const { seller, dueOn, printedAt, isOpen } = summary;
  const titleEnd = bilingual(pdf, both(m.finance_vat_title), left, top, width, {
    size: 22,
    arSize: 19,
    weight: "display",
    tag: "H1",
  });
  const period = inBoth((locale) => formatPeriod(summary, locale));
  let y = bilingual(pdf, period, left, titleEnd + 1 * mm, width, { size: 13, color: colours.soft }) + 6 * mm;
  const facts: [BothTexts, BothTexts][] = [
    [both(m.finance_vat_company), { en: seller.nameEng, ar: seller.nameAr }],
    [both(m.common_vat_number), { en: seller.vatNumber, ar: seller.vatNumber }],
    [both(m.finance_mail_due_on), inBoth((locale) => fullDate(dueOn, locale))],
    [both(m.finance_vat_printed), inBoth((locale) => dayAndTime(printedAt, locale))],
  ];
  for (const [label, value] of facts)
    y = bilingual(
      pdf,
      inBoth((language) => `${label[language]}: ${value[language]}`),
      left,
      y,
      width,
      { size: 9 },
    );
  if (isOpen) y = bilingual(pdf, both(m.finance_vat_open), left, y + 2 * mm, width, { size: 9, weight: "strong" });
  return y + 6 * mm;
}

const sumLines = (lines: readonly Sums[]): Sums =>
  lines.reduce(
    (sums, { documents, net, tax }) => ({
      documents: sums.documents + documents,
      net: sums.net + net,
      tax: sums.tax + tax,
    }),
    { documents: 0, net: 0, tax: 0 },
  );

/** Draws the summary as a tagged A4 PDF in both languages; `locale` decides the language of the PDF's title. */
export function vatSummaryPdf(summary: VatSummary, locale: Locale): Promise<Uint8Array> {
  const { months, lines, seller, printedAt } = summary;
  const title = `${m.finance_vat_title({}, { locale })} ${formatPeriod(summary, locale)}`;
  return pdfFile({ title, author: seller.nameEng, at: printedAt, locale }, async (pdf, nextPage) => {
    let y = drawHead(pdf, summary);
    y = drawTableHead(pdf, y);
    const addRow = (...args: [BothTexts, Sums, boolean?]) => {
      // A row needs the height of two lines with padding.
      if (y > bottom - 14 * mm) {
        nextPage();
        y = drawTableHead(pdf, top);
      }
      const [label, sums, isStrong] = args;
      y = drawRow(pdf, label, sums, y, isStrong);
    };
    for (const month of months) {
      const monthLines = lines.filter((line) => line.month === month);
      for (const line of monthLines) {
        const label = line.kind === "invoice" ? m.finance_vat_sales : m.finance_vat_credited;
        addRow(
          inBoth((language) => label({ rate: String(line.taxPercent) }, { locale: language })),
          line,
        );
      }
      if (months.length > 1)
        addRow(
          inBoth((language) => monthAndYear(month, language)),
          sumLines(monthLines),
          true,
        );
    }
    addRow(both(m.finance_vat_due), sumLines(lines), true);
    bilingual(pdf, both(m.finance_vat_note), left, y + 5 * mm, width, { size: 8.2, color: colours.quiet });
  });
}

import { both } from "#platform/pdf/bilingual.ts";
import { pdfFile, mm, type PdfPage } from "#platform/pdf/pdf-layout.server.ts";
import { amount } from "#features/invoices/tax-pdf-lines.server.ts";
import { bilingual, bottom, colours, left, right, top, width } from "#platform/pdf/letter.server.ts";
import { dayAndTime, fullDate, monthAndYear } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { VatSummary } from "./vat-summary.ts";

type Both = Record<Locale, string>;
interface Sums {
  documents: number;
  net: number;
  tax: number;
}

const periodName = ({ months }: VatSummary, locale: Locale): string => {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  if (first === last) return monthAndYear(first, locale);
  return m.finance_vat_period({ from: monthAndYear(first, locale), to: monthAndYear(last, locale) }, { locale });
};
const inBoth = (text: (locale: Locale) => string): Both => ({ en: text("en"), ar: text("ar") });

/** English starts at the left, Arabic at the right, and the figures are between. */
const words = width * 0.27;
const figure = (width - 2 * words) / 3;
const figureAt = (place: number) => left + words + place * figure;

function figures(pdf: PdfPage, texts: readonly string[], y: number, isStrong: boolean): void {
  for (const [place, text] of texts.entries())
    pdf.text(text, figureAt(place), y, {
      size: 9,
      width: figure - 2 * mm,
      base: "ltr",
      align: "right",
      ...(isStrong && { weight: "strong" }),
    });
}

function line(pdf: PdfPage, label: Both, sums: Sums, y: number, isStrong = false): number {
  const at = y + 1.6 * mm;
  const textStyle = { size: 9, ...(isStrong && { weight: "strong" as const }) };
  const below = Math.max(
    pdf.text(label.en, left, at, { ...textStyle, width: words - 2 * mm, base: "ltr" }),
    pdf.text(label.ar, right - words + 2 * mm, at, { ...textStyle, width: words - 2 * mm, base: "rtl" }),
  );
  figures(pdf, [String(sums.documents), amount(sums.net), amount(sums.tax)], at, isStrong);
  const end = below + 1.4 * mm;
  pdf.rule(left, end, width, { color: colours.line });
  return end;
}

function tableHead(pdf: PdfPage, y: number): number {
  const heads = [m.finance_vat_documents, m.finance_column_net, m.finance_column_vat].map(both);
  const style = { size: 7.8, width: figure - 2 * mm, align: "right" as const, color: colours.quiet };
  const below = heads.map(({ en, ar }, place) => {
    const middle = pdf.text(en, figureAt(place), y + 1.4 * mm, { ...style, base: "ltr", weight: "strong" });
    return pdf.text(ar, figureAt(place), middle, { ...style, base: "rtl" });
  });
  const end = Math.max(...below) + 1.2 * mm;
  pdf.rule(left, y, width, { color: colours.ink, thickness: 0.75 });
  pdf.rule(left, end, width, { color: colours.edge });
  return end;
}

function head(pdf: PdfPage, summary: VatSummary): number {
  const { seller, dueOn, printedAt, isOpen } = summary;
  const title = bilingual(pdf, both(m.finance_vat_title), left, top, width, {
    size: 22,
    arSize: 19,
    weight: "display",
    tag: "H1",
  });
  const name = inBoth((locale) => periodName(summary, locale));
  let y = bilingual(pdf, name, left, title + 1 * mm, width, { size: 13, color: colours.soft }) + 6 * mm;
  const facts: [Both, Both][] = [
    [both(m.finance_vat_company), { en: seller.nameEng, ar: seller.nameAr }],
    [both(m.common_vat_number), { en: seller.vatNumber, ar: seller.vatNumber }],
    [both(m.finance_mail_due_on), inBoth((locale) => fullDate(dueOn, locale))],
    [both(m.finance_vat_printed), inBoth((locale) => dayAndTime(printedAt, locale))],
  ];
  for (const [label, value] of facts)
    y = bilingual(
      pdf,
      inBoth((l) => `${label[l]}: ${value[l]}`),
      left,
      y,
      width,
      { size: 9 },
    );
  if (isOpen) y = bilingual(pdf, both(m.finance_vat_open), left, y + 2 * mm, width, { size: 9, weight: "strong" });
  return y + 6 * mm;
}

const total = (lines: readonly Sums[]): Sums =>
  lines.reduce(
    (sums, { documents, net, tax }) => ({
      documents: sums.documents + documents,
      net: sums.net + net,
      tax: sums.tax + tax,
    }),
    { documents: 0, net: 0, tax: 0 },
  );

/** Draws the summary as a tagged A4 PDF in both languages; `locale` is for its title. */
export function vatSummaryPdf(summary: VatSummary, locale: Locale): Promise<Uint8Array> {
  const { months, lines, seller, printedAt } = summary;
  const title = `${m.finance_vat_title({}, { locale })} ${periodName(summary, locale)}`;
  return pdfFile({ title, author: seller.nameEng, at: printedAt, locale }, async (pdf, nextPage) => {
    let y = head(pdf, summary);
    y = tableHead(pdf, y);
    const row = (...args: [Both, Sums, boolean?]) => {
      // Height of two lines with the padding of a row.
      if (y > bottom - 14 * mm) {
        nextPage();
        y = tableHead(pdf, top);
      }
      const [label, sums, isStrong] = args;
      y = line(pdf, label, sums, y, isStrong);
    };
    for (const month of months) {
      const monthLines = lines.filter((one) => one.month === month);
      for (const one of monthLines) {
        const kind = one.kind === "invoice" ? m.finance_vat_sales : m.finance_vat_credited;
        row(
          inBoth((l) => kind({ rate: String(one.taxPercent) }, { locale: l })),
          one,
        );
      }
      if (months.length > 1)
        row(
          inBoth((l) => monthAndYear(month, l)),
          total(monthLines),
          true,
        );
    }
    row(both(m.finance_vat_due), total(lines), true);
    bilingual(pdf, both(m.finance_vat_note), left, y + 5 * mm, width, { size: 8.2, color: colours.quiet });
  });
}

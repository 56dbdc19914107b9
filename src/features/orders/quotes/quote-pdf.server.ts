/** A quotation as PDF, in the looks of the tax documents and plainly none of them. Measures in points. */
import { lineTaxes, type TaxedLine } from "#features/invoices/document.ts";
import { letVisitorsIn } from "#features/invoices/draw-in-turn.server.ts";
import { pdfFile, mm, type PdfPage } from "#features/invoices/pdf-layout.server.ts";
import {
  bilingual,
  both,
  bottom,
  colours,
  left,
  top,
  width,
  lineHeight,
  tableHead,
  tableLine,
  type LineDetail,
} from "#features/invoices/tax-pdf-lines.server.ts";
import { factRow, letterhead, party, sumRow, writeContacts } from "#features/invoices/tax-pdf.server.ts";
import { discountOf, lineNet } from "#features/orders/pricing.ts";
import { riyadhDate, weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { sessionLines } from "#i18n/session-times.ts";
import { m } from "#messages";
import type { Quote, QuotedLine } from "./quote.server.ts";

const inBoth = (text: (locale: Locale) => string): Record<Locale, string> => ({ en: text("en"), ar: text("ar") });

/** Dates, times and venue. */
const detailsOf = ({ course }: QuotedLine): LineDetail[] => [
  inBoth((locale) => weekdayRange(course.start_date, course.end_date, locale)),
  ...sessionLines(course.sessions, "en").map((en, at) => ({ en, ar: sessionLines(course.sessions, "ar")[at] ?? en })),
  { en: course.venue_eng, ar: course.venue_ar ?? course.venue_eng },
];

function taxed({ lines, taxPercent, taxHalalas }: Quote): { line: TaxedLine; details: LineDetail[] }[] {
  const amounts = lines.map(lineNet);
  const taxes = lineTaxes(amounts, taxPercent, taxHalalas);
  return lines.map((quoted, at) => {
    const [amountHalalas, tax] = [amounts[at] ?? 0, taxes[at] ?? 0];
    const { name_eng: nameEng, name_ar: nameAr } = quoted.course;
    const { qty, unitPriceHalalas } = quoted;
    const totalHalalas = amountHalalas + tax;
    const discount = discountOf(quoted);
    const amount = { amountHalalas, taxHalalas: tax, totalHalalas, ...(discount && { discount }) };
    const line = { nameEng, nameAr, qty, unitPriceHalalas, ...amount };
    return { line, details: detailsOf(quoted) };
  });
}

function head(pdf: PdfPage, quote: Quote): number {
  const look = { size: 17, weight: "display" as const, tag: "H1" as const };
  let y = bilingual(pdf, both(m.quotes_title), left, letterhead(pdf), width, look) + 4 * mm;
  const issued = riyadhDate(quote.issuedAt);
  y = factRow(
    pdf,
    [
      { label: m.quotes_issued, value: issued },
      { label: m.quotes_valid_until, value: quote.validUntil },
    ],
    y,
  );
  const { seller } = quote;
  const rows = [
    { en: seller.nameEng, ar: seller.nameAr },
    { en: seller.addressEng, ar: seller.addressAr },
    { label: m.orders_company_vat, value: seller.vatNumber },
    { label: m.invoicing_invoice_registration, value: seller.registrationNumber },
  ];
  return party(pdf, m.quotes_from, rows, left, y + 5 * mm, width) + 5 * mm;
}

function sums(pdf: PdfPage, quote: Quote, from: number): number {
  const vat = inBoth((locale) => m.invoicing_invoice_vat({ percent: quote.taxPercent }, { locale }));
  let y = sumRow(pdf, { label: both(m.invoicing_invoice_net), halalas: quote.subTotalHalalas }, from);
  y = sumRow(pdf, { label: vat, halalas: quote.taxHalalas }, y);
  return sumRow(pdf, { label: both(m.invoicing_invoice_total), halalas: quote.totalHalalas, isTotal: true }, y);
}

function notes(pdf: PdfPage, quote: Quote, from: number): void {
  const look = { size: 8.5, color: colours.soft, part: 0.47 };
  const y = bilingual(pdf, both(m.quotes_no_seat), left, from, width, look) + 1 * mm;
  const how = inBoth((locale) => m.quotes_how({ url: quote.url }, { locale }));
  bilingual(pdf, how, left, y, width, look);
}

/** Tagged A4 in both languages; `locale` is for its title. */
export function quotePdf(quote: Quote, locale: Locale): Promise<Uint8Array> {
  const title = `${m.quotes_title({}, { locale })} ${riyadhDate(quote.issuedAt)}`;
  return pdfFile({ title, author: quote.seller.nameEng, at: quote.issuedAt, locale }, async (pdf, nextPage) => {
    let y = tableHead(pdf, head(pdf, quote));
    const foot = () => writeContacts(pdf, quote.seller);
    const turn = () => {
      foot();
      nextPage();
    };
    for (const [at, { line, details }] of taxed(quote).entries()) {
      await letVisitorsIn();
      if (y + lineHeight(pdf, line, details) > bottom) {
        turn();
        y = tableHead(pdf, top);
      }
      y = tableLine(pdf, line, at + 1, quote.taxPercent, y, details);
      await letVisitorsIn();
    }
    if (y + 62 * mm > bottom) {
      turn();
      y = top - 6 * mm;
    }
    notes(pdf, quote, sums(pdf, quote, y + 6 * mm) + 6 * mm);
    foot();
  });
}

/**
 * Quotations and proforma invoices as PDF, designed like tax documents but clearly marked as none. Measures in points.
 */
import { lineTaxes, type TaxedLine } from "#features/invoices/document.ts";
import { both, inBoth, type Message, type PartyRow } from "#platform/pdf/bilingual.ts";
import { sellerRows } from "#features/invoices/parties.ts";
import { pdfFile, mm, type PdfPage } from "#platform/pdf/pdf-layout.server.ts";
import { bilingual, bottom, colours, left, top, width } from "#platform/pdf/letter.server.ts";
import { lineHeight, tableHead, tableLine, type LineDetail } from "#features/invoices/tax-pdf-lines.server.ts";
import { factRow, letterhead, party, sumRow, writeContacts } from "#features/invoices/tax-pdf.server.ts";
import { getLineDiscount, lineNet, type OrderTotals } from "#features/orders/pricing.ts";
import { riyadhDate, weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { sessionLines } from "#i18n/session-times.ts";
import { m } from "#messages";
import type { SellerSettings } from "#features/settings/settings.ts";
import type { Quote, QuotedLine } from "./quote.server.ts";

/** The offer and the texts around it. */
export interface Offer extends OrderTotals {
  title: Message;
  facts: readonly { label: Message; value: string }[];
  parties: readonly { label: Message; rows: readonly PartyRow[] }[];
  notes: readonly Record<Locale, string>[];
  issuedAt: Date;
  taxPercent: number;
  seller: SellerSettings & { email: string; phone: string };
  lines: readonly OfferedLine[];
}

/** The price of a run, with its discount if any. */
type OfferedLine = Omit<QuotedLine, "course"> & {
  course: Pick<
    QuotedLine["course"],
    "name_eng" | "name_ar" | "start_date" | "end_date" | "venue_eng" | "venue_ar" | "sessions"
  >;
};

/** Dates, times and venue. */
const buildDetails = ({ course }: OfferedLine): LineDetail[] => [
  inBoth((locale) => weekdayRange(course.start_date, course.end_date, locale)),
  ...sessionLines(course.sessions, "en").map((en, at) => ({ en, ar: sessionLines(course.sessions, "ar")[at] ?? en })),
  { en: course.venue_eng, ar: course.venue_ar ?? course.venue_eng },
];

function taxed({ lines, taxPercent, taxHalalas }: Offer): { line: TaxedLine; details: LineDetail[] }[] {
  const amounts = lines.map(lineNet);
  const taxes = lineTaxes(amounts, taxPercent, taxHalalas);
  return lines.map((offered, at) => {
    const [amountHalalas, tax] = [amounts[at] ?? 0, taxes[at] ?? 0];
    const { name_eng: nameEng, name_ar: nameAr } = offered.course;
    const { qty, unitPriceHalalas } = offered;
    const totalHalalas = amountHalalas + tax;
    const discount = getLineDiscount(offered);
    const amount = { amountHalalas, taxHalalas: tax, totalHalalas, ...(discount && { discount }) };
    const line = { nameEng, nameAr, qty, unitPriceHalalas, ...amount };
    return { line, details: buildDetails(offered) };
  });
}

function head(pdf: PdfPage, { title, facts, parties }: Offer): number {
  const style = { size: 17, weight: "display" as const, tag: "H1" as const };
  let y = factRow(pdf, facts, bilingual(pdf, both(title), left, letterhead(pdf), width, style) + 4 * mm);
  for (const { label, rows } of parties) y = party(pdf, label, rows, left, y + 5 * mm, width);
  return y + 5 * mm;
}

function sums(pdf: PdfPage, quote: Offer, from: number): number {
  const vat = inBoth((locale) => m.common_vat({ percent: quote.taxPercent }, { locale }));
  return pdf.group("Table", () => {
    let y = sumRow(pdf, { label: both(m.invoicing_invoice_net), halalas: quote.subTotalHalalas }, from);
    y = sumRow(pdf, { label: vat, halalas: quote.taxHalalas }, y);
    return sumRow(pdf, { label: both(m.invoicing_invoice_total), halalas: quote.totalHalalas, isTotal: true }, y);
  });
}

function writeNotes(pdf: PdfPage, notes: Offer["notes"], from: number): void {
  let y = from;
  for (const note of notes)
    y = bilingual(pdf, note, left, y, width, { size: 8.5, color: colours.soft, part: 0.47 }) + 1 * mm;
}

/** Draws a quotation as a tagged A4 PDF in both languages; `locale` is for its title. */
export function quotePdf(quote: Quote, locale: Locale): Promise<Uint8Array> {
  const words = {
    title: m.quotes_title,
    facts: [
      { label: m.common_date, value: riyadhDate(quote.issuedAt) },
      { label: m.quotes_valid_until, value: quote.validUntil },
    ],
    parties: [
      { label: m.quotes_from, rows: sellerRows(quote.seller) },
      ...(quote.company ? [{ label: m.quotes_for, rows: [{ text: quote.company }] }] : []),
    ],
    notes: quote.company
      ? [both(m.quotes_kept), both(m.quotes_how_company)]
      : [both(m.quotes_no_seat), inBoth((locale) => m.quotes_how({ url: quote.url }, { locale }))],
  };
  return offerPdf({ ...quote, ...words }, locale);
}

/** Draws a proforma as a tagged A4 PDF in both languages; `locale` is for its title. */
export function offerPdf(quote: Offer, locale: Locale): Promise<Uint8Array> {
  const title = `${quote.title({}, { locale })} ${riyadhDate(quote.issuedAt)}`;
  const about = { title, author: quote.seller.nameEng, at: quote.issuedAt, locale };
  const draw = async (pdf: PdfPage, nextPage: () => void) => {
    const from = head(pdf, quote);
    let y = pdf.group("Table", () => {
      let end = tableHead(pdf, from);
      for (const [at, { line, details }] of taxed(quote).entries()) {
        if (end + lineHeight(pdf, line, details) > bottom) {
          nextPage();
          end = pdf.repeat(() => tableHead(pdf, top));
        }
        end = tableLine(pdf, line, at + 1, quote.taxPercent, end, details);
      }
      return end;
    });
    if (y + 62 * mm > bottom) {
      nextPage();
      y = top - 6 * mm;
    }
    writeNotes(pdf, quote.notes, sums(pdf, quote, y + 6 * mm) + 6 * mm);
  };
  return pdfFile(about, draw, (pdf, page, count) => writeContacts(pdf, quote.seller, `${page} / ${count}`));
}

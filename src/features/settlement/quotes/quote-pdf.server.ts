/** Quotations and proformas as PDF. They look like tax documents but say that they are none. Lengths are in points. */
import { lineTaxes, type TaxedLine } from "#features/invoices/document.ts";
import { both, inBoth, type Message, type PartyRow } from "#platform/pdf/bilingual.ts";
import { sellerRows } from "#features/invoices/parties.ts";
import { pdfFile, mm, type PdfPage } from "#platform/pdf/pdf-layout.server.ts";
import { bilingual, bottom, colours, left, top, width } from "#platform/pdf/letter.server.ts";
import { lineHeight, tableHead, tableLine, type LineDetail } from "#features/invoices/tax-pdf-lines.server.ts";
import {
  drawFactRow,
  drawLetterhead,
  drawParty,
  drawSumRow,
  writeContacts,
} from "#features/invoices/tax-pdf.server.ts";
import { getLineDiscount, lineNet, type OrderTotals } from "#features/orders/pricing.ts";
import { riyadhDate, weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { sessionLines } from "#i18n/session-times.ts";
import { m } from "#messages";
import type { SellerSettings } from "#features/settings/settings.ts";
import type { Quote, QuotedLine } from "./quote.server.ts";

/** A quotation or proforma with its texts. */
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

/** A line of the document: a run with its price, and a discount if any. */
type OfferedLine = Omit<QuotedLine, "course"> & {
  course: Pick<
    QuotedLine["course"],
    "name_eng" | "name_ar" | "start_date" | "end_date" | "venue_eng" | "venue_ar" | "sessions"
  >;
};

/** Lists the dates, times and venue of a line. */
const buildDetails = ({ course }: OfferedLine): LineDetail[] => [
  inBoth((locale) => weekdayRange(course.start_date, course.end_date, locale)),
  ...sessionLines(course.sessions, "en").map((en, index) => ({
    en,
    ar: sessionLines(course.sessions, "ar")[index] ?? en,
  })),
  { en: course.venue_eng, ar: course.venue_ar ?? course.venue_eng },
];

function calculateTaxes({ lines, taxPercent, taxHalalas }: Offer): { line: TaxedLine; details: LineDetail[] }[] {
  const amounts = lines.map(lineNet);
  const taxes = lineTaxes(amounts, taxPercent, taxHalalas);
  return lines.map((offeredLine, index) => {
    const [amountHalalas, tax] = [amounts[index] ?? 0, taxes[index] ?? 0];
    const { name_eng: nameEng, name_ar: nameAr } = offeredLine.course;
    const { qty, unitPriceHalalas } = offeredLine;
    const totalHalalas = amountHalalas + tax;
    const discount = getLineDiscount(offeredLine);
    const amount = { amountHalalas, taxHalalas: tax, totalHalalas, ...(discount && { discount }) };
    const line = { nameEng, nameAr, qty, unitPriceHalalas, ...amount };
    return { line, details: buildDetails(offeredLine) };
  });
}

function drawHead(pdf: PdfPage, { title, facts, parties }: Offer): number {
  const style = { size: 17, weight: "display" as const, tag: "H1" as const };
  let y = drawFactRow(pdf, facts, bilingual(pdf, both(title), left, drawLetterhead(pdf), width, style) + 4 * mm);
  for (const { label, rows } of parties) y = drawParty(pdf, label, rows, left, y + 5 * mm, width);
  return y + 5 * mm;
}

function drawTotals(pdf: PdfPage, quote: Offer, startY: number): number {
  const vat = inBoth((locale) => m.common_vat({ percent: quote.taxPercent }, { locale }));
  return pdf.group("Table", () => {
    let y = drawSumRow(pdf, { label: both(m.invoicing_invoice_net), halalas: quote.subTotalHalalas }, startY);
    y = drawSumRow(pdf, { label: vat, halalas: quote.taxHalalas }, y);
    return drawSumRow(pdf, { label: both(m.invoicing_invoice_total), halalas: quote.totalHalalas, isTotal: true }, y);
  });
}

function writeNotes(pdf: PdfPage, notes: Offer["notes"], startY: number): void {
  let y = startY;
  for (const note of notes)
    y = bilingual(pdf, note, left, y, width, { size: 8.5, color: colours.soft, part: 0.47 }) + 1 * mm;
}

/** Renders a quotation as a tagged A4 PDF in both languages; `locale` is for its title. */
export function quotePdf(quote: Quote, locale: Locale): Promise<Uint8Array> {
  const texts = {
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
  return offerPdf({ ...quote, ...texts }, locale);
}

/** Renders a quotation or proforma as a tagged A4 PDF in both languages; `locale` is for its title. */
export function offerPdf(quote: Offer, locale: Locale): Promise<Uint8Array> {
  const title = `${quote.title({}, { locale })} ${riyadhDate(quote.issuedAt)}`;
  const metadata = { title, author: quote.seller.nameEng, at: quote.issuedAt, locale };
  const draw = async (pdf: PdfPage, nextPage: () => void) => {
    const tableY = drawHead(pdf, quote);
    let y = pdf.group("Table", () => {
      let endY = tableHead(pdf, tableY);
      for (const [index, { line, details }] of calculateTaxes(quote).entries()) {
        if (endY + lineHeight(pdf, line, details) > bottom) {
          nextPage();
          endY = pdf.repeat(() => tableHead(pdf, top));
        }
        endY = tableLine(pdf, line, index + 1, quote.taxPercent, endY, details);
      }
      return endY;
    });
    if (y + 62 * mm > bottom) {
      nextPage();
      y = top - 6 * mm;
    }
    writeNotes(pdf, quote.notes, drawTotals(pdf, quote, y + 6 * mm) + 6 * mm);
  };
  return pdfFile(metadata, draw, (pdf, page, pageCount) => writeContacts(pdf, quote.seller, `${page} / ${pageCount}`));
}

import { fullDate, riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { schemeWithWallet, schemeName } from "#features/payments/card.ts";
import { cardEnding } from "#features/payments/card-scheme.ts";
import { supplyRange, taxedLines, type CreditedInvoice } from "./document.ts";
import { creditReason, documentTitle } from "./document-labels.ts";
import type { TaxDocument } from "./write-document.server.ts";
import { both, inBoth, type Message, type PartyRow } from "#platform/pdf/bilingual.ts";
import { sellerRows } from "./parties.ts";
import { mm, page, type PdfPage } from "#platform/pdf/pdf-layout.server.ts";
import { qrPicture } from "#ui/qr-image.ts";
import { amount, lineHeight, tableHead, tableLine } from "./tax-pdf-lines.server.ts";
import {
  bilingual,
  bottom,
  colours,
  detectDirection,
  fitting,
  footRule,
  left,
  right,
  top,
  width,
  drawMark,
  wordmark,
} from "#platform/pdf/letter.server.ts";

const nameStyle = { size: 14, color: colours.soft, width: width * 0.4 };

export function drawLetterhead(pdf: PdfPage): number {
  const side = 15 * mm;
  drawMark(pdf, page.width / 2 - side / 2, top, side);
  const y = top + side / 2 - 9;
  wordmark(pdf, m.site_name({}, { locale: "en" }), left, y, { ...nameStyle, base: "ltr" });
  wordmark(pdf, m.site_name({}, { locale: "ar" }), right - nameStyle.width, y, { ...nameStyle, base: "rtl" });
  return top + side + 8 * mm;
}

function drawTitle(pdf: PdfPage, document: TaxDocument, y: number): number {
  const titles = { en: documentTitle(document, "en"), ar: documentTitle(document, "ar") };
  const size = titles.en.length > 20 ? 21 : 25;
  return bilingual(pdf, titles, left, y, width, { size, weight: "display", tag: "H1" }) + 4 * mm;
}

interface Fact {
  label: Message;
  value: string;
  below?: string[];
}

function headFacts(document: TaxDocument, credited: CreditedInvoice | null): Fact[] {
  const { number, issuedAt, orderId } = document;
  const supply = supplyRange(document.lines);
  const dates = supply && (supply.from === supply.to ? supply.from : `${supply.from} – ${supply.to}`);
  return [
    { label: credited ? m.invoicing_credit_number : m.invoicing_invoice_number, value: number },
    {
      label: m.invoicing_invoice_issued,
      value: riyadhDate(issuedAt),
      below: [riyadhClock(issuedAt, "en"), riyadhClock(issuedAt, "ar")],
    },
    ...(credited
      ? [{ label: m.invoicing_credit_of, value: credited.number, below: [riyadhDate(credited.issuedAt)] }]
      : []),
    ...(!credited && dates ? [{ label: m.invoicing_invoice_supply, value: dates }] : []),
    { label: m.common_order, value: String(orderId) },
  ];
}

export function drawFactRow(pdf: PdfPage, facts: readonly Fact[], y: number): number {
  const column = width / facts.length;
  const pad = 3 * mm;
  const ends = facts.map(({ label, value, below = [] }, index) => {
    const x = left + index * column + (index === 0 ? 0 : pad);
    const room = column - (index === 0 || index === facts.length - 1 ? pad : 2 * pad);
    const style = { size: 8.6, width: room, base: "ltr" as const, weight: "strong" as const };
    let end = bilingual(pdf, both(label), x, y + 2.4 * mm, room, {
      size: 8,
      arSize: 8.5,
      color: colours.quiet,
      line: 1.5,
      part: 0.64,
    });
    end = pdf.text(value, x, end, fitting(pdf, value, style));
    for (const text of below)
      end = pdf.text(text, x, end, { size: 8, width: room, base: detectDirection(text), color: colours.quiet });
    return end;
  });
  const end = Math.max(...ends) + 2.6 * mm;
  pdf.rule(left, y, width, { color: colours.ink, thickness: 0.75 });
  pdf.rule(left, end, width, { color: colours.edge });
  pdf.decorate((doc) => {
    for (let index = 1; index < facts.length; index++)
      doc.moveTo(left + index * column, y).lineTo(left + index * column, end);
    doc.lineWidth(0.5).stroke(colours.line);
  });
  return end;
}

function drawPartyRow(pdf: PdfPage, row: PartyRow, x: number, y: number, room: number): number {
  if ("en" in row) return bilingual(pdf, row, x, y, room, { size: 8.6, part: 0.48 });
  if ("text" in row) return pdf.text(row.text, x, y, { size: 8.6, width: room, base: detectDirection(row.text) });
  const labels = both(row.label);
  const quiet = { size: 8, color: colours.quiet };
  const labelRoom = room * 0.34;
  const value = { size: 8.6, width: room * 0.4, base: detectDirection(row.value), align: "center" as const, line: 1.5 };
  const ends = [
    pdf.text(labels.en, x, y, { ...quiet, width: labelRoom, base: "ltr" }),
    pdf.text(row.value, x + room * 0.3, y, value),
    pdf.text(labels.ar, x + room - labelRoom, y, { ...quiet, size: 8.5, width: labelRoom, base: "rtl", line: 1.5 }),
  ];
  return Math.max(...ends);
}

export function drawParty(
  pdf: PdfPage,
  label: Message,
  rows: readonly PartyRow[],
  x: number,
  y: number,
  room: number,
): number {
  let end = bilingual(pdf, both(label), x, y, room, { size: 9.5, weight: "bold", tag: "H2" }) + 1.5 * mm;
  for (const row of rows) {
    pdf.rule(x, end, room);
    end = drawPartyRow(pdf, row, x, end + 1.5 * mm, room) + 1.5 * mm;
  }
  return end;
}

/** Joins distinct parts with the comma of their script. */
function joinParts(parts: readonly string[]): string {
  const uniqueParts = [...new Set(parts.filter(Boolean))];
  return uniqueParts.join(uniqueParts.some((part) => detectDirection(part) === "rtl") ? "، " : ", ");
}

function drawParties(pdf: PdfPage, { seller, buyer }: TaxDocument, y: number): number {
  const { company, billing } = buyer;
  const person = `${billing.first_name} ${billing.last_name}`;
  const address =
    company?.address ?? joinParts([billing.address_1, billing.address_2, billing.city, billing.state, billing.zipcode]);
  const buyerRows: PartyRow[] = [
    { text: company?.name ?? person },
    ...(address ? [{ text: address }] : []),
    ...(company ? [{ label: m.common_vat_number, value: company.vat_number }] : []),
    ...(company ? [{ label: m.invoicing_invoice_ordered_by, value: person }] : []),
    ...(company?.purchase_order ? [{ label: m.invoicing_purchase_order, value: company.purchase_order }] : []),
  ];
  const room = (width - 10 * mm) / 2;
  return Math.max(
    drawParty(pdf, m.invoicing_invoice_seller, sellerRows(seller), left, y, room),
    drawParty(pdf, m.invoicing_invoice_buyer, buyerRows, right - room, y, room),
  );
}

function drawReason(pdf: PdfPage, reason: string, y: number): number {
  const formatReason = (locale: Locale) => `${m.common_reason({}, { locale })}: ${creditReason(reason, locale)}`;
  pdf.rule(left, y, width);
  const text = inBoth(formatReason);
  const end = bilingual(pdf, text, left, y + 2 * mm, width, { size: 8.6, part: 0.48 }) + 2 * mm;
  pdf.rule(left, end, width);
  return end + 5 * mm;
}

interface Sum {
  label: Record<Locale, string>;
  halalas: number;
  isTotal?: boolean;
}

const sumsWidth = 112 * mm;
const qrSide = 32 * mm;

/** Draws a row of a table that the caller has begun. */
export function drawSumRow(pdf: PdfPage, { label, halalas, isTotal }: Sum, y: number): number {
  const textStyle = { size: isTotal ? 9.8 : 8.6, weight: isTotal ? ("bold" as const) : ("plain" as const) };
  const pad = (isTotal ? 2 : 1.5) * mm;
  const x = right - sumsWidth;
  const value = `SAR ${amount(halalas)}`;
  const style = {
    size: textStyle.size,
    width: 33 * mm,
    base: "ltr" as const,
    align: "right" as const,
    weight: isTotal ? ("bold" as const) : ("strong" as const),
  };
  const end = pdf.group("TR", () => {
    const labelEnd = pdf.group("row-head", () =>
      bilingual(pdf, label, x, y + pad, sumsWidth - 34 * mm, { ...textStyle, part: 0.54 }),
    );
    pdf.group("TD", () => pdf.text(value, right - style.width, y + pad, fitting(pdf, value, style)));
    return labelEnd;
  });
  const edge = isTotal ? { color: colours.ink, thickness: 0.75 } : {};
  if (isTotal) pdf.rule(x, y, sumsWidth, edge);
  pdf.rule(x, end + pad, sumsWidth, edge);
  return end + pad;
}

function drawSums(pdf: PdfPage, document: TaxDocument, credited: CreditedInvoice | null, from: number): number {
  const { path, size } = qrPicture(document.qr);
  const box: [number, number, number, number] = [left, from, left + qrSide, from + qrSide];
  pdf.figure(m.invoicing_invoice_qr({}, { locale: "en" }), box, (doc) =>
    doc
      .save()
      .translate(left, from)
      .scale(qrSide / size)
      .path(path)
      .fill("#000")
      .restore(),
  );
  const caption = both(m.invoicing_invoice_qr_caption);
  const captionStyle = { width: right - sumsWidth - left - qrSide - 8 * mm, color: colours.quiet, size: 8, line: 1.5 };
  const arabicStyle = { ...captionStyle, size: 8.5, base: "rtl" as const, align: "left" as const };
  const x = left + qrSide + 4 * mm;
  const captionHeight = pdf.height(caption.en, { ...captionStyle, base: "ltr" }) + pdf.height(caption.ar, arabicStyle);
  pdf.text(
    caption.ar,
    x,
    pdf.text(caption.en, x, from + qrSide - captionHeight, { ...captionStyle, base: "ltr" }),
    arabicStyle,
  );
  const vatLabel = (locale: Locale) => m.common_vat({ percent: document.taxPercent }, { locale });
  const rows: Sum[] = [
    { label: both(credited ? m.invoicing_credit_net : m.invoicing_invoice_net), halalas: document.netHalalas },
    { label: inBoth(vatLabel), halalas: document.taxHalalas },
    {
      label: both(credited ? m.invoicing_credit_total : m.invoicing_invoice_total),
      halalas: document.totalHalalas,
      isTotal: true,
    },
  ];
  const end = pdf.group("Table", () => {
    let y = from;
    for (const row of rows) y = drawSumRow(pdf, row, y);
    if (!credited) return y;
    y = drawSumRow(pdf, { label: both(m.invoicing_credit_invoice_total), halalas: credited.totalHalalas }, y + 3 * mm);
    return drawSumRow(pdf, { label: both(m.invoicing_credit_remains), halalas: credited.remainsHalalas }, y);
  });
  return Math.max(end, from + qrSide);
}

function drawNotes(pdf: PdfPage, document: TaxDocument, credited: CreditedInvoice | null, from: number): void {
  const digits = cardEnding(document.payment.cardMasked);
  const formatPayment = (locale: Locale) => {
    const date = fullDate(riyadhDate(document.issuedAt), locale);
    const scheme = (credited ? schemeName : schemeWithWallet)(document.payment.cardScheme, locale);
    const facts = { scheme, digits: digits ?? "", date };
    if (document.payment.method === "transfer")
      return credited
        ? m.invoicing_credit_refunded_transfer({ date }, { locale })
        : m.invoicing_invoice_paid_transfer({ date }, { locale });
    if (credited)
      return digits && scheme
        ? m.invoicing_credit_refunded_card(facts, { locale })
        : m.invoicing_credit_refunded_on(facts, { locale });
    return digits && scheme
      ? m.invoicing_invoice_paid_card(facts, { locale })
      : m.invoicing_invoice_paid_on(facts, { locale });
  };
  const textStyle = { size: 8.5, color: colours.soft, part: 0.47 };
  const y = bilingual(pdf, inBoth(formatPayment), left, from, width, textStyle) + 1 * mm;
  if (!credited)
    bilingual(pdf, both(m.invoicing_invoice_correction), left, y, width, {
      size: 8.5,
      color: colours.quiet,
      part: 0.47,
    });
}

const footStyle = { size: 8, color: colours.quiet };
const footLine = footRule + 2.5 * mm;

export function writeFoot(pdf: PdfPage, { seller, number }: TaxDocument, pageNumber: number, pageCount: number): void {
  const pages = `${pageNumber} / ${pageCount}`;
  writeContacts(pdf, seller, pageCount > 1 ? `${number} · ${pages}` : pages);
}

interface Contacts {
  email?: string;
  phone?: string;
}

/** Draws the company's contacts and the page number in the footer. */
export function writePageFoot(pdf: PdfPage, { email, phone }: Contacts, pageLabel: string): void {
  pdf.rule(left, footRule, width, { color: colours.edge });
  const contact = [email, phone].filter(Boolean).join(" · ");
  const style = { ...footStyle, width: width * 0.4, base: "ltr" as const };
  if (contact) pdf.text(contact, left, footLine, fitting(pdf, contact, style));
  pdf.text(pageLabel, left + width * 0.4, footLine, { ...footStyle, width: width * 0.2, base: "ltr", align: "center" });
}

/** Draws the same footer with the currency, for documents with amounts. */
export function writeContacts(pdf: PdfPage, contacts: Contacts, pageLabel: string): void {
  writePageFoot(pdf, contacts, pageLabel);
  pdf.text(m.invoicing_invoice_currency({}, { locale: "ar" }), right - width * 0.4, footLine, {
    ...footStyle,
    size: 8.5,
    width: width * 0.4,
    base: "rtl",
    line: 1.5,
  });
}

/** Draws the document without page footers. `nextPage` begins a new page. */
export async function writeTaxDocument(
  pdf: PdfPage,
  document: TaxDocument,
  credited: CreditedInvoice | null,
  nextPage: () => void,
): Promise<void> {
  let y = drawLetterhead(pdf);
  y = drawTitle(pdf, document, y);
  y = drawFactRow(pdf, headFacts(document, credited), y) + 5 * mm;
  y = drawParties(pdf, document, y) + 5 * mm;
  if (document.reason) y = drawReason(pdf, document.reason, y);
  y = pdf.group("Table", () => {
    let end = tableHead(pdf, y);
    for (const [index, line] of taxedLines(document).entries()) {
      if (end + lineHeight(pdf, line) > bottom) {
        nextPage();
        end = pdf.repeat(() => tableHead(pdf, top));
      }
      end = tableLine(pdf, line, index + 1, document.taxPercent, end);
    }
    return end;
  });
  const sumsHeight = (credited ? 49 : 38) * mm;
  if (y + sumsHeight + 20 * mm > bottom) {
    nextPage();
    y = top - 6 * mm;
  }
  y = drawSums(pdf, document, credited, y + 6 * mm);
  drawNotes(pdf, document, credited, y + 6 * mm);
}

import { riyadhDate, riyadhTime } from "#i18n/dates.ts";
import { decimalFromHalalas, groupedAmount } from "#i18n/money.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { schemeName } from "../card-scheme.ts";
import { cardEnding } from "../order-words.ts";
import type { DocumentLine } from "./document.ts";
import { creditReason, documentTitle } from "./document-words.ts";
import type { TaxDocument } from "./write-document.server.ts";
import type { Paper } from "./pdf-paper.server.ts";
import { qrPicture } from "./qr-picture.ts";

type Words = (input: object, options: { locale: Locale }) => string;
/** A fact with its label in both languages; `ar` is its Arabic wording where it has one. */
interface Row {
  label: Words;
  value: string;
  ar?: string;
}

const left = 51;
const right = 595.28 - 51;
const width = right - left;
const bottom = 841.89 - 70;
const grey = "#5a6d68";
const green = "#0c564c";
const amount = (halalas: number) => groupedAmount(decimalFromHalalas(halalas));

/** The mark of the site, as in public/art. */
const star = "M47.5 24L40.6 30.9L40.6 40.6L30.9 40.6L24 47.5L17.1 40.6L7.4 40.6L7.4 30.9L0.5 24L7.4 17.1L7.4 7.4L17.1 7.4L24 0.5L30.9 7.4L40.6 7.4L40.6 17.1Z";
const petals = "M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24Z";
const flame = "M24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z";

function letterhead(paper: Paper, { seller }: TaxDocument): number {
  paper.decorate((doc) => {
    doc.save().translate(left, 44).scale(0.625);
    doc.path(star).fill(green).path(petals).fill("#fff").path(flame).fill("#f2be5c").restore();
  });
  paper.text(seller.nameEng, left + 40, 48, { size: 13, width: width / 2 - 40, base: "ltr", strong: true });
  paper.text(seller.nameAr, left + width / 2, 48, { size: 13, width: width / 2, base: "rtl", strong: true });
  return 96;
}

function title(paper: Paper, document: TaxDocument, y: number): number {
  const half = width / 2;
  const size = 19;
  const below = paper.text(documentTitle(document, "en"), left, y, { size, width: half, base: "ltr", tag: "H1", strong: true });
  return Math.max(below, paper.text(documentTitle(document, "ar"), left + half, y, { size, width: half, base: "rtl", tag: "H1", strong: true })) + 8;
}

const labelWidth = 112;

/** English label, value, Arabic label, in one row; a value in Arabic stands below, at its own side. */
function facts(paper: Paper, rows: Row[], from: number): number {
  let y = from;
  for (const { label, value, ar } of rows) {
    const style = { size: 9, color: grey, width: labelWidth };
    const inner = { size: 9.5, width: width - 2 * labelWidth };
    const ends = [paper.text(label({}, { locale: "en" }), left, y, { ...style, base: "ltr" }), paper.text(label({}, { locale: "ar" }), right - labelWidth, y, { ...style, base: "rtl" })];
    let end = y;
    if (value) end = paper.text(value, left + labelWidth, end, { ...inner, base: /^[\P{L}]*\p{Script=Arabic}/u.test(value) ? "rtl" : "ltr" });
    if (ar && ar !== value) end = paper.text(ar, left + labelWidth, end, { ...inner, base: "rtl" });
    y = Math.max(...ends, end) + 3;
  }
  return y;
}

function headFacts(document: TaxDocument, originalNumber: string | null): Row[] {
  const { number, issuedAt, orderId, reason, payment } = document;
  const ending = cardEnding(payment.cardMasked);
  const paidWith = (locale: Locale) => `${schemeName(payment.cardScheme, locale)} •••• ${ending}`.trim();
  return [
    { label: m.sales_invoice_number, value: number },
    { label: m.sales_invoice_issued, value: `${riyadhDate(issuedAt)} ${riyadhTime(issuedAt)}` },
    { label: m.sales_order, value: String(orderId) },
    ...(originalNumber ? [{ label: m.sales_credit_of, value: originalNumber }] : []),
    ...(reason ? [{ label: m.sales_credit_reason, value: creditReason(reason, "en"), ar: creditReason(reason, "ar") }] : []),
    ...(ending ? [{ label: m.sales_invoice_paid_with, value: paidWith("en"), ar: paidWith("ar") }] : []),
  ];
}

function sellerFacts({ seller }: TaxDocument): Row[] {
  return [
    { label: m.sales_invoice_seller, value: seller.nameEng, ar: seller.nameAr },
    { label: m.sales_invoice_address, value: seller.addressEng, ar: seller.addressAr },
    { label: m.sales_company_vat, value: seller.vatNumber },
    { label: m.sales_invoice_registration, value: seller.registrationNumber },
  ];
}

function buyerFacts({ buyer }: TaxDocument): Row[] {
  const { company, billing } = buyer;
  const own = [billing.address_1, billing.address_2, billing.city, billing.state, billing.zipcode].filter(Boolean);
  return [
    { label: m.sales_invoice_buyer, value: company?.name ?? `${billing.first_name} ${billing.last_name}` },
    { label: m.sales_invoice_address, value: company?.address ?? [...new Set(own)].join(", ") },
    ...(company ? [{ label: m.sales_company_vat, value: company.vat_number }] : []),
    { label: m.sales_invoice_email, value: buyer.email },
  ];
}

const columns = [
  { label: m.sales_invoice_description, x: left, width: 236 },
  { label: m.sales_invoice_qty, x: left + 240, width: 48 },
  { label: m.sales_invoice_unit_price, x: left + 292, width: 96 },
  { label: m.sales_invoice_amount, x: left + 392, width: width - 392 },
];

function tableHead(paper: Paper, y: number): number {
  const ends = columns.map(({ label, x, width }, at) => {
    const align = at === 0 ? ("left" as const) : ("right" as const);
    const style = { size: 8.5, color: grey, width, align };
    return paper.text(label({}, { locale: "ar" }), x, paper.text(label({}, { locale: "en" }), x, y, { ...style, base: "ltr" }), { ...style, base: "rtl" });
  });
  const end = Math.max(...ends) + 4;
  paper.rule(end);
  return end + 6;
}

function tableLine(paper: Paper, line: DocumentLine, y: number): number {
  const numbers = [String(line.qty), amount(line.unitPriceHalalas), amount(line.amountHalalas)];
  for (const [at, text] of numbers.entries()) {
    const column = columns[at + 1];
    if (column) paper.text(text, column.x, y, { size: 10, width: column.width, base: "ltr", align: "right" });
  }
  let end = paper.text(line.nameEng, left, y, { size: 10, width: 236, base: "ltr" });
  if (line.nameAr) end = paper.text(line.nameAr, left, end, { size: 10, width: 236, base: "rtl", align: "left" });
  return end + 6;
}

function totals(paper: Paper, document: TaxDocument, from: number): number {
  const rows: [string, string, number][] = [
    [m.sales_invoice_net({}, { locale: "en" }), m.sales_invoice_net({}, { locale: "ar" }), document.netHalalas],
    [m.sales_invoice_vat({ percent: document.taxPercent }, { locale: "en" }), m.sales_invoice_vat({ percent: document.taxPercent }, { locale: "ar" }), document.taxHalalas],
    [m.sales_invoice_total({}, { locale: "en" }), m.sales_invoice_total({}, { locale: "ar" }), document.totalHalalas],
  ];
  let y = from;
  for (const [at, [en, ar, halalas]] of rows.entries()) {
    const last = at === rows.length - 1;
    const size = last ? 12 : 10;
    const label = { size: 9.5, width: 134, strong: last, color: last ? "#0b211e" : grey };
    if (last) y += 4;
    const end = paper.text(en, left + 160, y, { ...label, base: "ltr" });
    const other = paper.text(ar, left + 264, y, { ...label, base: "rtl" });
    paper.text(`SAR ${amount(halalas)}`, right - 95, y - (size - 9.5), { size, width: 95, base: "ltr", align: "right", strong: last });
    y = Math.max(end, other) + 6;
  }
  return y;
}

function qrCode(paper: Paper, document: TaxDocument, y: number): void {
  const side = 112;
  const { path, size } = qrPicture(document.qr);
  paper.figure(m.sales_invoice_qr({}, { locale: "en" }), (doc) => doc.save().translate(left, y).scale(side / size).path(path).fill("#000").restore());
}

/** Writes a tax document in both languages; `nextPage` begins a new one. */
export function writeTaxDocument(paper: Paper, document: TaxDocument, originalNumber: string | null, nextPage: () => void): void {
  let y = title(paper, document, letterhead(paper, document));
  y = facts(paper, headFacts(document, originalNumber), y) + 8;
  paper.rule(y);
  y = facts(paper, sellerFacts(document), y + 10) + 8;
  paper.rule(y);
  y = facts(paper, buyerFacts(document), y + 10) + 8;
  paper.rule(y);
  y = tableHead(paper, y + 10);
  for (const line of document.lines) {
    if (y > bottom - 40) {
      nextPage();
      y = tableHead(paper, 60);
    }
    y = tableLine(paper, line, y);
  }
  if (y > bottom - 150) {
    nextPage();
    y = 60;
  }
  paper.rule(y + 4);
  qrCode(paper, document, y + 18);
  y = Math.max(totals(paper, document, y + 20), y + 142);
  paper.text(m.sales_invoice_currency({}, { locale: "en" }), left, y, { size: 8.5, width: width / 2, base: "ltr", color: grey });
  paper.text(m.sales_invoice_currency({}, { locale: "ar" }), left + width / 2, y, { size: 8.5, width: width / 2, base: "rtl", color: grey });
}

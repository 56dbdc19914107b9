/**
 * Converts a tax document to UBL 2.1 by ZATCA's XML standard of 24 June 2022. Comments name the rules of the standard
 * in brackets (KSA-…, BR-…). The schema prescribes the order of elements.
 */
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { creditReason } from "../document-labels.ts";
import {
  supplyRange,
  type DocumentBuyer,
  type DocumentLine,
  type DocumentPayment,
  type DocumentSeller,
} from "../document.ts";
import { cleanText, element, type XmlElement } from "./xml.ts";

/** The seller's address in the parts that the authority requires; unknown parts are empty. */
export interface NationalAddress {
  street: string;
  /** Four digits. */
  buildingNumber: string;
  /** Four digits. */
  additionalNumber: string;
  district: string;
  city: string;
  /** Five digits. */
  postalCode: string;
}

/** Contents of a tax document for its XML, all frozen when the document was issued. */
export interface InvoiceFacts {
  number: string;
  /** 388 invoice, 381 credit note, 383 debit note. Debit notes exist only as examples for the onboarding. */
  typeCode: string;
  /** `01…` standard, `02…` simplified. */
  nameCode: string;
  issuedAt: Date;
  taxPercent: number;
  netHalalas: number;
  taxHalalas: number;
  totalHalalas: number;
  seller: DocumentSeller;
  buyer: Pick<DocumentBuyer, "company">;
  lines: readonly DocumentLine[];
  payment: DocumentPayment;
  /** For a note, the number of its invoice and the reason; null for an invoice. */
  originalNumber: string | null;
  reason: string | null;
}

/** Position of an XML in the chain of a certificate. */
export interface ChainLink {
  uuid: string;
  /** ZATCA's ICV, from 1. */
  counter: number;
  /** ZATCA's PIH: the hash of the previous XML. */
  previousHash: string;
}

const maxName = 1000;
/** Arabic and English in one field, as in the authority's samples. */
const bothLanguages = (ar: string | null, en: string) =>
  cleanText([...new Set([ar ?? "", en].map(cleanText))].filter(Boolean).join(" | ").slice(0, maxName));

export const sellerName = ({ seller }: Pick<InvoiceFacts, "seller">): string =>
  bothLanguages(seller.nameAr, seller.nameEng);
export const isSimplified = ({ nameCode }: Pick<InvoiceFacts, "nameCode">): boolean => nameCode.startsWith("02");

/** Date and time in Saudi Arabia (UTC+3, no summer time), such as `2026-11-12` and `10:42:00`. */
export function saudiTime(instant: Date): { date: string; time: string } {
  return { date: riyadhDate(instant), time: new Date(instant.getTime() + 3 * 3_600_000).toISOString().slice(11, 19) };
}

/** VAT of one line by itself, rounded half up (KSA-50); the lines need not add up to the document's VAT. */
export function lineVatHalalas(netHalalas: number, percent: number): number {
  const basisPoints = Math.round(percent * 100);
  return Math.floor((2 * netHalalas * basisPoints + 10_000) / 20_000);
}

const money = (name: string, halalas: number) => element(name, decimalFromHalalas(halalas), { currencyID: "SAR" });
const taxScheme = element("cac:TaxScheme", [element("cbc:ID", "VAT")]);
const taxCategory = (name: string, percent: number) =>
  element(name, [element("cbc:ID", "S"), element("cbc:Percent", percent.toFixed(2)), taxScheme]);

function reference(id: string, content: XmlElement | null): XmlElement | null {
  return element("cac:AdditionalDocumentReference", [element("cbc:ID", id), content]);
}

const attachment = (text: string) =>
  element("cac:Attachment", [element("cbc:EmbeddedDocumentBinaryObject", text, { mimeCode: "text/plain" })]);

export const qrReference = (qr: string): XmlElement | null => reference("QR", attachment(qr));

/** Reads the text of the QR code that the authority added to our XML when it cleared it; null when there is none. */
export const clearedQr = (xml: string): string | null =>
  /<cbc:ID>\s*QR\s*<\/cbc:ID>[^]*?<cbc:EmbeddedDocumentBinaryObject[^>]*>\s*([\w+/=]+)\s*</.exec(xml)?.[1] ?? null;

const country = element("cac:Country", [element("cbc:IdentificationCode", "SA")]);

/** The seller (KSA-08, 09, 37, 39, 40, 64, 66). */
function supplier(seller: DocumentSeller, address: NationalAddress): XmlElement | null {
  return element("cac:AccountingSupplierParty", [
    element("cac:Party", [
      element("cac:PartyIdentification", [element("cbc:ID", seller.registrationNumber, { schemeID: "CRN" })]),
      element("cac:PostalAddress", [
        element("cbc:StreetName", address.street || bothLanguages(seller.addressAr, seller.addressEng)),
        element("cbc:BuildingNumber", address.buildingNumber),
        element("cbc:PlotIdentification", address.additionalNumber),
        element("cbc:CitySubdivisionName", address.district),
        element("cbc:CityName", address.city),
        element("cbc:PostalZone", address.postalCode),
        country,
      ]),
      element("cac:PartyTaxScheme", [element("cbc:CompanyID", seller.vatNumber), taxScheme]),
      element("cac:PartyLegalEntity", [element("cbc:RegistrationName", bothLanguages(seller.nameAr, seller.nameEng))]),
    ]),
  ]);
}

/**
 * The buyer (KSA-10, 14, 42, 44, 63, 67). Orders from before e-invoicing have their address as one line. The authority
 * does not ask for a person's name. Their element has only the tax scheme, because it must not be empty.
 */
function customer({ company }: Pick<DocumentBuyer, "company">): XmlElement | null {
  const party = company
    ? [
        element("cac:PostalAddress", [
          element("cbc:StreetName", (company.street ?? company.address).slice(0, maxName)),
          element("cbc:BuildingNumber", company.building_number ?? ""),
          element("cbc:CitySubdivisionName", company.district ?? ""),
          element("cbc:CityName", company.city ?? ""),
          element("cbc:PostalZone", company.postal_code ?? ""),
          country,
        ]),
        element("cac:PartyTaxScheme", [element("cbc:CompanyID", company.vat_number), taxScheme]),
        element("cac:PartyLegalEntity", [element("cbc:RegistrationName", company.name.slice(0, maxName))]),
      ]
    : [element("cac:PartyTaxScheme", [taxScheme])];
  return element("cac:AccountingCustomerParty", [element("cac:Party", party)]);
}

/** First and last day of the supply, only for standard invoices (KSA-15, 35, 36). */
function delivery(facts: InvoiceFacts): XmlElement | null {
  if (isSimplified(facts) || facts.typeCode !== "388") return null;
  const issued = saudiTime(facts.issuedAt).date;
  const { from, to } = supplyRange(facts.lines) ?? { from: issued, to: issued };
  return element("cac:Delivery", [
    element("cbc:ActualDeliveryDate", from),
    element("cbc:LatestDeliveryDate", to === from ? "" : to),
  ]);
}

/** Payment means: 42 is a bank account, 48 a card (KSA-16). A note also gives its reason (KSA-17). */
function paymentMeans({ payment, typeCode, reason }: InvoiceFacts): XmlElement | null {
  const why = reason ?? "requested";
  return element("cac:PaymentMeans", [
    element("cbc:PaymentMeansCode", payment.method === "transfer" ? "42" : "48"),
    element(
      "cbc:InstructionNote",
      typeCode === "388" ? "" : bothLanguages(creditReason(why, "ar"), creditReason(why, "en")),
    ),
  ]);
}

function invoiceLine(line: DocumentLine, index: number, percent: number): XmlElement | null {
  const { qty, amountHalalas, unitPriceHalalas, discount } = line;
  const vat = lineVatHalalas(amountHalalas, percent);
  return element("cac:InvoiceLine", [
    element("cbc:ID", String(index + 1)),
    element("cbc:InvoicedQuantity", String(qty), { unitCode: "PCE" }),
    money("cbc:LineExtensionAmount", amountHalalas),
    discount
      ? element("cac:AllowanceCharge", [
          element("cbc:ChargeIndicator", "false"),
          element("cbc:AllowanceChargeReason", bothLanguages("خصم", "Discount")),
          money("cbc:Amount", discount.halalas),
          money("cbc:BaseAmount", unitPriceHalalas * qty),
        ])
      : null,
    // KSA-50 to 53.
    element("cac:TaxTotal", [money("cbc:TaxAmount", vat), money("cbc:RoundingAmount", amountHalalas + vat)]),
    element("cac:Item", [
      element("cbc:Name", bothLanguages(line.nameAr, line.nameEng)),
      taxCategory("cac:ClassifiedTaxCategory", percent),
    ]),
    element("cac:Price", [money("cbc:PriceAmount", unitPriceHalalas)]),
  ]);
}

export interface InvoiceParts {
  /** Elements before the QR reference and the signature element. */
  before: XmlElement[];
  /** Elements after them. */
  after: XmlElement[];
}

const present = (elements: readonly (XmlElement | null)[]) => elements.filter((one) => one !== null);

/** Builds all elements that the hash includes. */
export function invoiceParts(facts: InvoiceFacts, address: NationalAddress, link: ChainLink): InvoiceParts {
  const { number, typeCode, nameCode, issuedAt, originalNumber, taxPercent } = facts;
  const { netHalalas, taxHalalas, totalHalalas } = facts;
  const { date, time } = saudiTime(issuedAt);
  const before = [
    element("cbc:ProfileID", "reporting:1.0"),
    element("cbc:ID", number),
    element("cbc:UUID", link.uuid),
    element("cbc:IssueDate", date),
    element("cbc:IssueTime", time),
    element("cbc:InvoiceTypeCode", typeCode, { name: nameCode }),
    element("cbc:DocumentCurrencyCode", "SAR"),
    element("cbc:TaxCurrencyCode", "SAR"),
    // KSA-56.
    element("cac:BillingReference", [
      element("cac:InvoiceDocumentReference", [element("cbc:ID", originalNumber ?? "")]),
    ]),
    // KSA-33, 34 and 26, 61.
    reference("ICV", element("cbc:UUID", String(link.counter))),
    reference("PIH", attachment(link.previousHash)),
  ];
  const after = [
    supplier(facts.seller, address),
    customer(facts.buyer),
    delivery(facts),
    paymentMeans(facts),
    // The tax total appears twice: in the tax currency, then with its subtotals (EN16931-08, 09).
    element("cac:TaxTotal", [money("cbc:TaxAmount", taxHalalas)]),
    element("cac:TaxTotal", [
      money("cbc:TaxAmount", taxHalalas),
      element("cac:TaxSubtotal", [
        money("cbc:TaxableAmount", netHalalas),
        money("cbc:TaxAmount", taxHalalas),
        taxCategory("cac:TaxCategory", taxPercent),
      ]),
    ]),
    // BR-CO-10 to 16.
    element("cac:LegalMonetaryTotal", [
      money("cbc:LineExtensionAmount", netHalalas),
      money("cbc:TaxExclusiveAmount", netHalalas),
      money("cbc:TaxInclusiveAmount", totalHalalas),
      money("cbc:AllowanceTotalAmount", 0),
      money("cbc:PrepaidAmount", 0),
      money("cbc:PayableAmount", totalHalalas),
    ]),
    ...facts.lines.map((line, index) => invoiceLine(line, index, taxPercent)),
  ];
  return { before: present(before), after: present(after) };
}

/**
 * The QR code of ZATCA phase 1 and the hash of our own chain, which every tax document gets. E-invoices (phase 2) are
 * sealed in `einvoices/`.
 */
import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { decimalFromHalalas } from "#i18n/money.ts";
import type {
  DocumentBuyer,
  DocumentKind,
  DocumentLine,
  DocumentPayment,
  DocumentSeller,
  DocumentTotals,
} from "./document.ts";

/** Contents of the QR code of ZATCA phase 1. */
interface QrFacts {
  sellerName: string;
  vatNumber: string;
  /** ISO 8601. */
  issuedAt: string;
  /** Decimal with two places, including VAT. */
  total: string;
  tax: string;
}

const maxValueBytes = 255;

/** Encodes a text; cuts it between characters to at most 255 bytes. */
function encodeValue(text: string): Buffer {
  let bytes = Buffer.from(text, "utf8");
  for (let chars = [...text]; bytes.length > maxValueBytes; bytes = Buffer.from(chars.join(""), "utf8"))
    chars = chars.slice(0, -1);
  return bytes;
}

/** Encodes values as tag-length-value in base64, with tags from 1. A text of more than 255 UTF-8 bytes is cut. */
export function tlvText(values: readonly (string | Buffer)[]): string {
  const records = values.map((rawValue, index) => {
    const value = typeof rawValue === "string" ? encodeValue(rawValue) : rawValue;
    return Buffer.concat([Buffer.from([index + 1, value.length]), value]);
  });
  return Buffer.concat(records).toString("base64");
}

export function qrText({ sellerName, vatNumber, issuedAt, total, tax }: QrFacts): string {
  return tlvText([sellerName, vatNumber, issuedAt, total, tax]);
}

/** A tax document before it gets its QR code and hash. */
export interface NumberedDocument extends DocumentTotals {
  kind: DocumentKind;
  number: string;
  uuid: string;
  typeCode: string;
  nameCode: string;
  issuedAt: Date;
  currency: string;
  taxPercent: number;
  seller: DocumentSeller;
  buyer: DocumentBuyer;
  lines: DocumentLine[];
  payment: DocumentPayment;
  originalNumber: string | null;
  reason: string | null;
  /** Number among all invoices and credit notes, from 1. Not the ICV of an e-invoice, which counts per unit. */
  counter: number;
  /** The hash of the document before it. Not the PIH of an e-invoice. */
  previousHash: string;
}

export interface QrAndHash {
  qr: string;
  hash: string;
}

/**
 * Creates the QR code and hash of a document in the transaction that numbers it, so it must be quick and without I/O.
 * After the commit, a job seals the e-invoice (`einvoices/seal.server.ts`).
 */
export interface InvoiceIssuer {
  name: string;
  createQrAndHash(document: NumberedDocument): QrAndHash;
}

/** Issuer for phase 1: adds a QR code, and a hash of our own chain, which reveals changed and removed documents. */
export const phase1Local: InvoiceIssuer = {
  name: "phase1-local",
  createQrAndHash(document) {
    const { seller, issuedAt, totalHalalas, taxHalalas } = document;
    const qr = qrText({
      sellerName: seller.nameAr,
      vatNumber: seller.vatNumber,
      issuedAt: issuedAt.toISOString().replace(/\.\d+Z$/, "Z"),
      total: decimalFromHalalas(totalHalalas),
      tax: decimalFromHalalas(taxHalalas),
    });
    return {
      qr,
      hash: createHash("sha256")
        .update(canonical({ ...document, qr }))
        .digest("base64"),
    };
  },
};

/** Converts a value to JSON with sorted keys, so that it has the same hash after it was stored as jsonb. */
export function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`);
  return `{${parts.join(",")}}`;
}

/**
 * Seals documents for ZATCA phase 1, with a QR code and a hash. Phase 2 needs the authority's platform (`einvoices/`).
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

/** Contents of the QR code of ZATCA phase 1 (reference B3). */
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

export interface UnsealedDocument extends DocumentTotals {
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
  /** Number among the documents of both series, from 1 (ZATCA's ICV). */
  counter: number;
  /** The hash of the previous document (ZATCA's PIH). */
  previousHash: string;
}

export interface Seal {
  qr: string;
  hash: string;
}

/**
 * Seals a document in the transaction that numbers it, so `seal` must be quick and without I/O; an issuer for phase 2
 * reports after the commit.
 */
export interface InvoiceIssuer {
  name: string;
  seal(document: UnsealedDocument): Seal;
}

/** Issuer for phase 1: adds a QR code, and a hash of our own chain, which reveals changed and removed documents. */
export const phase1Local: InvoiceIssuer = {
  name: "phase1-local",
  seal(document) {
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

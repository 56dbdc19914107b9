/** Gives documents their legal form for ZATCA phase 1; phase 2 needs the authority's platform. */
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

/** QR text of ZATCA phase 1: tag-length-value in base64 (reference B3). */
interface QrFacts {
  sellerName: string;
  vatNumber: string;
  /** ISO 8601. */
  issuedAt: string;
  /** Decimal, two places, VAT included. */
  total: string;
  tax: string;
}

const longestValue = 255;

function fitting(text: string): Buffer {
  let bytes = Buffer.from(text, "utf8");
  for (let chars = [...text]; bytes.length > longestValue; bytes = Buffer.from(chars.join(""), "utf8"))
    chars = chars.slice(0, -1);
  return bytes;
}

/** Tag-length-value in base64, tags from 1. Lengths count UTF-8 bytes; a longer text is cut between characters. */
export function tlvText(values: readonly (string | Buffer)[]): string {
  const records = values.map((rawValue, at) => {
    const value = typeof rawValue === "string" ? fitting(rawValue) : rawValue;
    return Buffer.concat([Buffer.from([at + 1, value.length]), value]);
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
  /** Counts all documents of both series, from 1 (ZATCA's ICV). */
  counter: number;
  /** The hash of the previous document (ZATCA's PIH). */
  previousHash: string;
}

export interface Seal {
  qr: string;
  hash: string;
}

/**
 * Seals a document in the numbering transaction, so it must be quick and without I/O; a phase 2 issuer reports after
 * the commit.
 */
export interface InvoiceIssuer {
  name: string;
  seal(document: UnsealedDocument): Seal;
}

/** Phase 1: a QR code, and our own hash chain, which reveals changed and removed documents. */
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

/** JSON with sorted keys, because jsonb has no order. */
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

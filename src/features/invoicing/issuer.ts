/** What stands between a document's facts and its legal form: phase 1 is done here, phase 2 needs the authority's platform. */
import { createHash } from "node:crypto";
import { decimalFromHalalas } from "#i18n/money.ts";
import type {
  DocumentBuyer,
  DocumentKind,
  DocumentLine,
  DocumentPayment,
  DocumentSeller,
  DocumentTotals,
} from "./document.ts";
import { qrText } from "./qr.ts";

/** A document with its number, complete but for its seal. */
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
  /** The number of the invoice a credit note belongs to. */
  originalNumber: string | null;
  reason: string | null;
  /** Counts all documents of both series, from 1 (ZATCA's ICV). */
  counter: number;
  /** The hash of the document before (ZATCA's PIH). */
  previousHash: string;
}

export interface Seal {
  /** Content of the QR code. */
  qr: string;
  hash: string;
}

/**
 * Gives a document its QR code and its hash. Called inside the transaction that numbers it, so it must be quick and reach nothing outside: an
 * issuer for phase 2 seals here with its own key, and reports after the commit.
 */
export interface InvoiceIssuer {
  /** Kept on each document. */
  name: string;
  seal(document: UnsealedDocument): Seal;
}

/** ZATCA phase 1: a QR code, and a hash chain of our own that shows any document that was changed or taken out. */
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

/** JSON with sorted keys: the same facts give the same text also after a trip through jsonb, which keeps no order. */
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

/** Rules for sums and numbers of tax documents, without I/O. Amounts in whole halalas. */
import { riyadhDate } from "#i18n/dates.ts";
import type { SellerSettings } from "#features/settings/settings.ts";
import type { BillingAddress, Company } from "#features/orders/billing.schema.ts";

export type DocumentKind = "invoice" | "credit-note";

/** As at the issue; with contact data since decision 023. */
export interface DocumentSeller extends SellerSettings {
  email?: string;
  phone?: string;
}

export interface DocumentBuyer {
  name: string;
  email: string;
  billing: BillingAddress;
  company: Company | null;
}

export interface DocumentDiscount {
  halalas: number;
  percent: number | null;
  /** Null for a group price. */
  code: string | null;
}

/** Amounts exclude VAT. Lines from before decision 023 have neither VAT nor dates. */
export interface DocumentLine {
  nameEng: string;
  nameAr: string | null;
  qty: number;
  unitPriceHalalas: number;
  /** After the discount. */
  amountHalalas: number;
  /** For the whole line; absent without a discount. */
  discount?: DocumentDiscount;
  taxHalalas?: number;
  /** `YYYY-MM-DD`. */
  supplyFrom?: string;
  supplyTo?: string;
}

export interface TaxedLine extends DocumentLine {
  taxHalalas: number;
  totalHalalas: number;
}

export interface DocumentPayment {
  cardScheme: string | null;
  cardMasked: string | null;
  method?: "transfer";
}

export interface DocumentTotals {
  netHalalas: number;
  taxHalalas: number;
  totalHalalas: number;
}

export interface CreditedInvoice {
  number: string;
  issuedAt: Date;
  totalHalalas: number;
  /** After this note and earlier ones. */
  remainsHalalas: number;
}

/** The XML that goes with a document's PDF. */
export interface BuyerXml {
  xml: string;
  /** Text of the QR code, tags 1 to 9; null where the XML has none: a standard one that was reported without clearance. */
  qr: string | null;
  sealedAt: Date;
}

const prefixes: Record<DocumentKind, string> = { invoice: "INV", "credit-note": "CN" };

/** `INV-2026-000318`: year of issue in Riyadh and place in the series, which continues across years. */
export function documentNumber(kind: DocumentKind, sequence: number, issuedAt: Date): string {
  return `${prefixes[kind]}-${riyadhDate(issuedAt).slice(0, 4)}-${String(sequence).padStart(6, "0")}`;
}

/** ZATCA's codes: 388 invoice, 381 credit note; 01 for a buyer with a VAT number, else 02, simplified. */
export function documentCodes(kind: DocumentKind, company: Company | null): { typeCode: string; nameCode: string } {
  return { typeCode: kind === "invoice" ? "388" : "381", nameCode: company ? "0100000" : "0200000" };
}

/** Splits an amount that includes VAT, rounded once (reference B7). `percent` has at most two decimals. */
export function splitGross(totalHalalas: number, percent: number): DocumentTotals {
  const basisPoints = 10_000 + Math.round(percent * 100);
  const netHalalas = Math.floor((totalHalalas * 10_000 * 2 + basisPoints) / (2 * basisPoints));
  return { netHalalas, taxHalalas: totalHalalas - netHalalas, totalHalalas };
}

/**
 * Splits a document's VAT over its lines: each rounded down, then one halala each to the largest remainders, earlier
 * lines first (docs/pricing.md). `percent` has at most two decimals.
 */
export function lineTaxes(amounts: readonly number[], percent: number, taxHalalas: number): number[] {
  const basisPoints = Math.round(percent * 100);
  const taxes = amounts.map((amount) => Math.floor((amount * basisPoints) / 10_000));
  const byRemainder = amounts
    .map((amount, at) => ({ at, remainder: (amount * basisPoints) % 10_000 }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at);
  const left = taxHalalas - taxes.reduce((sum, tax) => sum + tax, 0);
  // A single line takes the rest; several take at most one halala each, unless another rule made the document's VAT.
  const [each, more] = [Math.floor(left / amounts.length), left - Math.floor(left / amounts.length) * amounts.length];
  for (const [place, { at }] of byRemainder.entries()) taxes[at] = (taxes[at] ?? 0) + each + (place < more ? 1 : 0);
  return taxes;
}

/** Reads VAT and total of each line: as stored, else by today's rule. */
export function taxedLines({
  lines,
  taxPercent,
  taxHalalas,
}: {
  lines: readonly DocumentLine[];
  taxPercent: number;
  taxHalalas: number;
}): TaxedLine[] {
  const taxes = lineTaxes(
    lines.map(({ amountHalalas }) => amountHalalas),
    taxPercent,
    taxHalalas,
  );
  return lines.map((line, at) => {
    const tax = line.taxHalalas ?? taxes[at] ?? 0;
    return { ...line, taxHalalas: tax, totalHalalas: line.amountHalalas + tax };
  });
}

/**
 * Whether a document's lines add up: each line is its price less its discount, all lines together are the net sum, and
 * their VAT, if every line has it, is the document's.
 */
export function linesAddUp({
  lines,
  netHalalas,
  taxHalalas,
  totalHalalas,
}: DocumentTotals & { lines: readonly DocumentLine[] }): boolean {
  const add = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);
  const isPrice = ({ unitPriceHalalas, qty, discount, amountHalalas }: DocumentLine) =>
    unitPriceHalalas * qty - (discount?.halalas ?? 0) === amountHalalas;
  const taxes = lines.flatMap((line) => line.taxHalalas ?? []);
  return (
    lines.every(isPrice) &&
    add(lines.map(({ amountHalalas }) => amountHalalas)) === netHalalas &&
    (taxes.length < lines.length || add(taxes) === taxHalalas) &&
    netHalalas + taxHalalas === totalHalalas
  );
}

/** Reads the first and last day of all lines; null when no line has any. */
export function supplyRange(lines: readonly DocumentLine[]): { from: string; to: string } | null {
  const dates = lines
    .flatMap(({ supplyFrom, supplyTo }) => [supplyFrom, supplyTo])
    .filter((date) => date !== undefined)
    .toSorted();
  const [from, to] = [dates[0], dates.at(-1)];
  return from && to ? { from, to } : null;
}

export class CreditAboveInvoiceError extends Error {
  override name = "CreditAboveInvoiceError";
}

/**
 * Calculates a credit note for `amountHalalas`, VAT included. The last one takes what remains of net and VAT, so that
 * the notes add up to the invoice exactly. Throws CreditAboveInvoiceError.
 */
export function creditTotals(
  invoice: DocumentTotals & { taxPercent: number },
  credited: DocumentTotals,
  amountHalalas: number,
): DocumentTotals {
  const left = {
    netHalalas: invoice.netHalalas - credited.netHalalas,
    taxHalalas: invoice.taxHalalas - credited.taxHalalas,
    totalHalalas: invoice.totalHalalas - credited.totalHalalas,
  };
  if (amountHalalas > left.totalHalalas || amountHalalas <= 0)
    throw new CreditAboveInvoiceError(`${amountHalalas} halalas cannot be credited: ${left.totalHalalas} are left`);
  if (amountHalalas === left.totalHalalas) return left;
  const part = splitGross(amountHalalas, invoice.taxPercent);
  // Rounding of earlier notes may have used a halala of either part.
  const taxHalalas = Math.max(amountHalalas - left.netHalalas, Math.min(part.taxHalalas, left.taxHalalas));
  return { netHalalas: amountHalalas - taxHalalas, taxHalalas, totalHalalas: amountHalalas };
}

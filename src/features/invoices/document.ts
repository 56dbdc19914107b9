/** Rules for sums and numbers of tax documents, without I/O. All amounts are whole halalas. */
import { riyadhDate } from "#i18n/dates.ts";
import type { SellerSettings } from "#features/settings/settings.ts";
import type { BillingAddress, Company } from "#features/orders/billing.schema.ts";

export type DocumentKind = "invoice" | "credit-note";

/** The seller as at the issue of the document; with contact data since decision 023. */
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
  /** Amount of the line after the discount. */
  amountHalalas: number;
  /** Discount on the whole line; absent without one. */
  discount?: DocumentDiscount;
  taxHalalas?: number;
  /** First and last day of the course, `YYYY-MM-DD`. */
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
  /** What is left of the invoice after this credit note and earlier ones. */
  remainsHalalas: number;
}

/** The XML that goes with a document's PDF. */
export interface BuyerXml {
  xml: string;
  /**
   * Text of the QR code, tags 1 to 9; null for a standard document that was reported without clearance, because its XML
   * has no QR code.
   */
  qr: string | null;
  sealedAt: Date;
}

const prefixes: Record<DocumentKind, string> = { invoice: "INV", "credit-note": "CN" };

/** `INV-2026-000318`: year of issue in Riyadh and number in the series, which continues across years. */
export function documentNumber(kind: DocumentKind, sequence: number, issuedAt: Date): string {
  return `${prefixes[kind]}-${riyadhDate(issuedAt).slice(0, 4)}-${String(sequence).padStart(6, "0")}`;
}

/** ZATCA's codes: type 388 is an invoice, 381 a credit note; name 01 is for a company, 02 (simplified) for a person. */
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
 * Splits a document's VAT over its lines: rounds each line down, then adds one halala each to the lines with the
 * largest remainders, earlier lines first (docs/pricing.md). `percent` has at most two decimals.
 */
export function lineTaxes(amounts: readonly number[], percent: number, taxHalalas: number): number[] {
  const basisPoints = Math.round(percent * 100);
  const taxes = amounts.map((amount) => Math.floor((amount * basisPoints) / 10_000));
  const byRemainder = amounts
    .map((amount, index) => ({ index, remainder: (amount * basisPoints) % 10_000 }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  const left = taxHalalas - taxes.reduce((sum, tax) => sum + tax, 0);
  // `perLine` is 0 for several lines, unless another rule made the document's VAT.
  const perLine = Math.floor(left / amounts.length);
  const extraHalalas = left - perLine * amounts.length;
  for (const [rank, { index }] of byRemainder.entries())
    taxes[index] = (taxes[index] ?? 0) + perLine + (rank < extraHalalas ? 1 : 0);
  return taxes;
}

/** Adds VAT and total to each line. The VAT is the stored one, else it is calculated by today's rule. */
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
  return lines.map((line, index) => {
    const tax = line.taxHalalas ?? taxes[index] ?? 0;
    return { ...line, taxHalalas: tax, totalHalalas: line.amountHalalas + tax };
  });
}

/**
 * Whether a document's lines add up: each amount is price times quantity less the discount, the amounts add up to the
 * document's net sum, and their VAT, if every line has it, adds up to the document's VAT.
 */
export function linesAddUp({
  lines,
  netHalalas,
  taxHalalas,
  totalHalalas,
}: DocumentTotals & { lines: readonly DocumentLine[] }): boolean {
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const isAmountRight = ({ unitPriceHalalas, qty, discount, amountHalalas }: DocumentLine) =>
    unitPriceHalalas * qty - (discount?.halalas ?? 0) === amountHalalas;
  const taxes = lines.flatMap((line) => line.taxHalalas ?? []);
  return (
    lines.every(isAmountRight) &&
    sumOf(lines.map(({ amountHalalas }) => amountHalalas)) === netHalalas &&
    (taxes.length < lines.length || sumOf(taxes) === taxHalalas) &&
    netHalalas + taxHalalas === totalHalalas
  );
}

/** Returns the first and last day of supply over all lines; null when no line has a date. */
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
 * Calculates a credit note for `amountHalalas`, including VAT; `credited` are the sums of earlier notes. The last note
 * takes all that is left of net and VAT, so that the notes add up to the invoice exactly. Throws
 * CreditAboveInvoiceError.
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
  // Stays within what is left: rounding of earlier notes may have used one halala more of net or VAT.
  const taxHalalas = Math.max(amountHalalas - left.netHalalas, Math.min(part.taxHalalas, left.taxHalalas));
  return { netHalalas: amountHalalas - taxHalalas, taxHalalas, totalHalalas: amountHalalas };
}

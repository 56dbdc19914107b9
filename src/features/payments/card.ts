/** Names of card schemes, and the fields of a card. Nothing here stores, logs or sends a card. */
import { extractDigits, latinDigits } from "#i18n/digits.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { parseScheme, type CardScheme } from "./card-scheme.ts";

type Message = (input?: object, options?: { locale?: Locale }) => string;
const names: Record<CardScheme, Message> = {
  mada: m.orders_scheme_mada,
  visa: m.orders_scheme_visa,
  mastercard: m.orders_scheme_mastercard,
  amex: m.orders_scheme_amex,
  unionpay: m.orders_scheme_unionpay,
};

/**
 * Proper name of a card scheme in `locale` (default: the page's), without the wallet. An unknown scheme is
 * returned unchanged; null gives an empty text.
 */
export function schemeName(stored: string | null, locale?: Locale): string {
  const { scheme, text } = parseScheme(stored);
  return scheme ? names[scheme]({}, locale ? { locale } : {}) : text;
}

/** Way of paying by card: `mada`, `Apple Pay, mada` or `Apple Pay`. Empty when nothing is known. */
export function schemeWithWallet(stored: string | null, locale?: Locale): string {
  const scheme = schemeName(stored, locale);
  if (!parseScheme(stored).isApplePay) return scheme;
  return scheme ? m.orders_scheme_apple_pay({ scheme }, locale ? { locale } : {}) : "Apple Pay";
}

export interface CardInput {
  name: string;
  number: string;
  month: string;
  year: string;
  cvc: string;
}

export const cardFields = ["name", "number", "month", "year", "cvc"] as const satisfies readonly (keyof CardInput)[];
export type CardField = (typeof cardFields)[number];
export const emptyCard: CardInput = { name: "", number: "", month: "", year: "", cvc: "" };

/** Formats the digits of a card number in groups of four. */
export function groupNumber(text: string): string {
  return extractDigits(text, 19).replace(/(.{4})(?=.)/g, "$1 ");
}

/** Month and year of an expiry date as cards print it, such as "09/35"; null for any other text. */
export function parseExpiry(text: string): Pick<CardInput, "month" | "year"> | null {
  const [, month, year] = /^\s*(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})\s*$/.exec(latinDigits(text)) ?? [];
  return month && year ? { month, year } : null;
}

/** mada ranges, some within those of Visa and Mastercard. For display only: the provider decides. */
const madaRanges =
  /^(420132|440647|440795|446404|504300|508160|585265|58884[5-9]|58885[01]|589005|589206|604906|605141|636120|968\d{3})/;

export function detectScheme(number: string): CardScheme | null {
  const digits = extractDigits(number, 19);
  if (madaRanges.test(digits)) return "mada";
  if (digits.startsWith("4")) return "visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (digits.startsWith("62")) return "unionpay";
  return null;
}

/** What is stored of a card, without words: its scheme and its masked number. */

export type CardScheme = "mada" | "visa" | "mastercard" | "amex" | "unionpay";

/** Names of the provider in lower case. */
const schemes = new Map<string, CardScheme>([
  ["mada", "mada"],
  ["visa", "visa"],
  ["master", "mastercard"],
  ["mastercard", "mastercard"],
  ["amex", "amex"],
  ["american express", "amex"],
  ["american_express", "amex"],
  ["unionpay", "unionpay"],
  ["union pay", "unionpay"],
  ["union_pay", "unionpay"],
]);

const applePay = "applepay";

/** The scheme as it is stored of a card that paid through Apple Pay: `applepay mada`, or `applepay`. */
export const withApplePay = (scheme: string | null): string => [applePay, scheme ?? ""].join(" ").trim();

export interface ParsedScheme {
  /** As the provider names it; may be empty. */
  text: string;
  scheme: CardScheme | null;
  isApplePay: boolean;
}

/** Reads a stored scheme. */
export function parseScheme(stored: string | null): ParsedScheme {
  const words = (stored ?? "").trim().split(" ");
  const isApplePay = words[0] === applePay;
  const text = words.slice(isApplePay ? 1 : 0).join(" ");
  return { text, scheme: schemes.get(text.toLowerCase()) ?? null, isApplePay };
}

/** Returns the last four digits of a masked number such as `4111-11XX-XXXX-1111`; null when it has none. */
export function cardEnding(masked: string | null): string | null {
  return /(\d{4})$/.exec(masked ?? "")?.[1] ?? null;
}

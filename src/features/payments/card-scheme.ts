/** What is stored of a card: its scheme and its masked number. Has no texts for people. */

export type CardScheme = "mada" | "visa" | "mastercard" | "amex" | "unionpay";

/** Schemes by the names that the provider uses, in lower case. */
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

/** Returns the scheme to store of a card that paid through Apple Pay: `applepay mada`, or `applepay`. */
export const withApplePay = (scheme: string | null): string => [applePay, scheme ?? ""].join(" ").trim();

export interface ParsedScheme {
  /** As the provider names it; may be empty. */
  text: string;
  scheme: CardScheme | null;
  isApplePay: boolean;
}

/** Reads a stored scheme. */
export function parseScheme(stored: string | null): ParsedScheme {
  const parts = (stored ?? "").trim().split(" ");
  const isApplePay = parts[0] === applePay;
  const text = parts.slice(isApplePay ? 1 : 0).join(" ");
  return { text, scheme: schemes.get(text.toLowerCase()) ?? null, isApplePay };
}

/** Returns the last four digits of a masked number such as `4111-11XX-XXXX-1111`; null when it has none. */
export function cardEnding(masked: string | null): string | null {
  return /(\d{4})$/.exec(masked ?? "")?.[1] ?? null;
}

import type { Locale } from "./locale.ts";

/** Halalas (integer, 1 SAR = 100) as the decimal string of the API: `"1150.00"`. */
export function decimalFromHalalas(halalas: number): string {
  const sign = halalas < 0 ? "-" : "";
  const digits = String(Math.abs(halalas)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parses a decimal string with at most 2 places, without floats. Null if it is not one. */
export function halalasFromDecimal(text: string): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

/** Adds thousands commas: `2,400.00`, with Latin digits in both languages. */
export function groupedAmount(amount: string): string {
  const [integer = "0", fraction = "00"] = amount.split(".");
  return `${integer.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
}

/** Tax on an amount, rounded half up once (reference B7). `percent` has at most two decimals. */
export function taxOn(subTotalHalalas: number, percent: number): number {
  const basisPoints = Math.round(percent * 100);
  return Math.floor((subTotalHalalas * basisPoints + 5000) / 10000);
}

/** Adds VAT to an amount, as a decimal string: what the buyer of one seat pays (reference B8). */
export function amountWithVat(amount: string, percent: number): string {
  const net = halalasFromDecimal(amount) ?? 0;
  return decimalFromHalalas(net + taxOn(net, percent));
}

/** `SAR 2,400.00` or `2,400.00 ر.س`, with a no-break space. A negative amount is `−SAR 2,400.00`. */
export function formatSar(amount: string, locale: Locale): string {
  const minus = amount.startsWith("-") ? "\u2212" : "";
  const grouped = groupedAmount(amount.replace("-", ""));
  if (locale === "en") return `${minus}SAR\u00a0${grouped}`;
  // Without this isolate, the minus would appear after the number.
  return `${minus ? `\u2066${minus}${grouped}\u2069` : grouped}\u00a0ر.س`;
}

/**
 * Splits an amount by weights into whole halalas. What rounding leaves goes to the largest remainders, the earlier of
 * equal ones first.
 */
export function shares(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  const parts = weights.map((weight) => Math.floor((amount * weight) / sum));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % sum }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  let remaining = amount - parts.reduce((total, part) => total + part, 0);
  for (const { index } of byRemainder) if (remaining-- > 0) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

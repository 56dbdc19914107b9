import type { Locale } from "./locale.ts";

/** Halalas (integer, 1 SAR = 100) as the decimal string of the API: `"1150.00"`. */
export function decimalFromHalalas(halalas: number): string {
  const sign = halalas < 0 ? "-" : "";
  const digits = String(Math.abs(halalas)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Of a decimal string with at most 2 places; null when it is not one (never through floats). */
export function halalasFromDecimal(text: string): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

/** With thousands commas, Latin digits in both languages: `2,400.00`. */
export function groupedAmount(amount: string): string {
  const [whole = "0", fraction = "00"] = amount.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
}

/** Tax on an amount, rounded half up once (reference B7). `percent` has at most two decimals. */
export function taxOn(subTotalHalalas: number, percent: number): number {
  const basisPoints = Math.round(percent * 100);
  return Math.floor((subTotalHalalas * basisPoints + 5000) / 10000);
}

/** Decimal string of what a buyer of one seat will pay (reference B8). */
export function amountWithVat(amount: string, percent: number): string {
  const net = halalasFromDecimal(amount) ?? 0;
  return decimalFromHalalas(net + taxOn(net, percent));
}

/** `SAR 2,400.00` or `2,400.00 ر.س`, with a no-break space; less than nothing is `−SAR 2,400.00`. */
export function formatSar(amount: string, locale: Locale): string {
  const minus = amount.startsWith("-") ? "\u2212" : "";
  const grouped = groupedAmount(amount.replace("-", ""));
  if (locale === "en") return `${minus}SAR\u00a0${grouped}`;
  // Alone, the minus of a number would stand behind it.
  return `${minus ? `\u2066${minus}${grouped}\u2069` : grouped}\u00a0ر.س`;
}

/**
 * Splits an amount by weights, to the halala: what rounding leaves goes to the largest remainders, the earlier first.
 */
export function shares(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  const parts = weights.map((weight) => Math.floor((amount * weight) / sum));
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (amount * weight) % sum }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at);
  let left = amount - parts.reduce((total, part) => total + part, 0);
  for (const { at } of byRemainder) if (left-- > 0) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

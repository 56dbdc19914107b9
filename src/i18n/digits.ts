/** Replaces Arabic-Indic and Persian digits by Latin ones. Every field accepts all three (reference E). */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Returns the first `max` digits of a text as Latin digits. */
export function extractDigits(text: string, max: number): string {
  return latinDigits(text).replace(/\D/g, "").slice(0, max);
}

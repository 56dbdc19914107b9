/** Arabic-Indic and Persian digits as Latin ones; both are accepted wherever a person types (reference E). */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** The digits in a text, Latin, at most that many. */
export function extractDigits(text: string, max: number): string {
  return latinDigits(text).replace(/\D/g, "").slice(0, max);
}

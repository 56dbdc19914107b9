/** Stored in front of the scheme of a card that paid through Apple Pay: `applepay mada`. */
const applePay = "applepay ";

export const withApplePay = (scheme: string): string => applePay + scheme;

/** Splits a stored scheme; none is empty. */
export function parseScheme(stored: string | null): { scheme: string; isApplePay: boolean } {
  const text = (stored ?? "").trim();
  const isApplePay = text.startsWith(applePay);
  return { scheme: isApplePay ? text.slice(applePay.length) : text, isApplePay };
}

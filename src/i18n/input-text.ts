/**
 * Normalises what a person typed or pasted into a short field or a search. The server's fields and the browser's checks
 * both use these functions, so that a browser never refuses what the server accepts.
 */
import { latinDigits } from "./digits.ts";

/** Characters that are not drawn: direction marks, zero-width characters, joiners, fillers, the empty Braille cell. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** The invisible characters that prose never needs: zero-width spaces and marks that change the text direction. */
const unwantedInProse = /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Normalises a name, number, code, address or search. Removes invisible characters, applies NFKC (Arabic presentation
 * forms, full-width letters and no-break spaces become ordinary ones), writes Latin digits and "-" for typographic
 * hyphens, joins spaces and trims. Keeps line breaks and other control characters inside the text, which the caller
 * refuses. A second application changes nothing. Not for prose, where "½" or "CO₂" must stay: see `cleanProse`.
 */
export function normaliseInput(text: string): string {
  return latinDigits(text.replace(invisible, "").normalize("NFKC"))
    .replace(/[\u2010\u2212]/g, "-")
    .replace(/[\t\p{Z}]+/gu, " ")
    .trim();
}

/** Normalises a number or code for comparison: like `normaliseInput`, upper case, without spaces and dashes. */
export const normaliseCode = (text: string): string =>
  normaliseInput(text)
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

/** Trims prose and removes the invisible characters that it never needs, which come from copying. */
export const cleanProse = (text: string): string => text.replace(unwantedInProse, "").trim();

/** Returns whether a text has no visible character. */
export const isBlank = (text: string): boolean => normaliseInput(text) === "";

const asciiAddress =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

/** Converts a domain to ASCII (IDNA). Returns ASCII texts, and texts that are no domain, unchanged. */
function toAsciiDomain(domain: string): string {
  // A text with other URL syntax, such as a path or a port, is no domain.
  if (/^[\u0021-\u007e]*$/.test(domain) || /[\s/?#%:\\[\]]/.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

/**
 * Returns an email address in the form in which it is stored: lower case, with the domain in ASCII
 * (`sara@مثال.السعودية` becomes `sara@xn--mgbh0fb.xn--mgberp4a5d4ar`). Returns null for a text that is no address or
 * longer than 254 characters (RFC 5321).
 */
export function normaliseEmail(text: string): string | null {
  const typed = normaliseInput(text).toLowerCase();
  const atIndex = typed.lastIndexOf("@");
  const address = `${typed.slice(0, atIndex + 1)}${toAsciiDomain(typed.slice(atIndex + 1))}`;
  return address.length <= 254 && asciiAddress.test(address) ? address : null;
}

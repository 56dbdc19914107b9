/**
 * What a person typed or pasted into a short field or a search, as they mean it. The server's fields and the browser's
 * own checks both use these functions, so that a browser never refuses what the server accepts.
 */
import { latinDigits } from "./digits.ts";

/** Characters that are not drawn: direction marks, zero-width characters, joiners, fillers, the empty Braille cell. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Of these, the ones that prose never needs: zero-width spaces and marks that turn the order of the text around them. */
const unwantedInProse = /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A name, number, code, address or search: without invisible characters, in one form (NFKC: Arabic presentation forms,
 * full-width letters and no-break spaces become ordinary ones), with Latin digits and "-" for typographic hyphens, single
 * spaces, trimmed. Line breaks and other control characters inside stay, for the caller to refuse. Applied twice it
 * changes nothing more. Not for prose, where "½" or "CO₂" must stay: see `cleanProse`.
 */
export function normaliseInput(text: string): string {
  return latinDigits(text.replace(invisible, "").normalize("NFKC"))
    .replace(/[\u2010\u2212]/g, "-")
    .replace(/[\t\p{Z}]+/gu, " ")
    .trim();
}

/** A number or code that is compared letter by letter: as `normaliseInput`, upper case, without spaces and dashes. */
export const normaliseCode = (text: string): string =>
  normaliseInput(text)
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

/** A text that is read as a whole: trimmed, without the invisible characters that only copying brings along. */
export const cleanProse = (text: string): string => text.replace(unwantedInProse, "").trim();

/** Whether a reader would see anything of a text. */
export const isBlank = (text: string): boolean => normaliseInput(text) === "";

const asciiAddress =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

/** A domain in any script as DNS has it (IDNA); unchanged where it is ASCII or no domain at all. */
function asciiDomain(domain: string): string {
  // The rest of a URL's syntax never belongs to a domain.
  if (/^[\u0021-\u007e]*$/.test(domain) || /[\s/?#%:\\[\]]/.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

/**
 * An email address as it is stored: lower case, the domain in ASCII (`sara@مثال.السعودية` is
 * `sara@xn--mgbh0fb.xn--mgberp4a5d4ar`), at most 254 characters (RFC 5321). Null where it is none.
 */
export function normaliseEmail(text: string): string | null {
  const typed = normaliseInput(text).toLowerCase();
  const at = typed.lastIndexOf("@");
  const address = `${typed.slice(0, at + 1)}${asciiDomain(typed.slice(at + 1))}`;
  return address.length <= 254 && asciiAddress.test(address) ? address : null;
}

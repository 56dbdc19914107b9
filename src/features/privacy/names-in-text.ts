/** Identifies a person in texts about them. */
export interface Named {
  name: string;
  /** E.164 or empty. */
  contactNumber: string;
  /** Null when others have it too. */
  address: string | null;
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}/]/g, "\\$&");
/** Pattern of a text as whole words: no letter, mark or digit on either side. */
const wholeWords = (text: string) => `(?<![\\p{L}\\p{M}\\p{N}])${escapePattern(text)}(?![\\p{L}\\p{M}\\p{N}])`;
/** Pattern of an address that is not part of a longer one, which would be another address. */
const wholeAddress = (text: string) =>
  `(?<![\\p{L}\\p{N}._%+-])${escapePattern(text)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`;

/**
 * Builds a pattern that finds a person by address, number and name as whole words; null when there is nothing to search
 * for.
 */
function buildNamePattern({ name, contactNumber, address }: Named): RegExp | null {
  const trimmedName = name.trim();
  const parts = [
    ...(address ? [wholeAddress(address)] : []),
    ...(contactNumber ? [wholeWords(contactNumber)] : []),
    // Digits and signs alone could be anything, such as a sum or a date.
    ...(/\p{L}/u.test(trimmedName) ? [wholeWords(trimmedName)] : []),
  ];
  return parts.length === 0 ? null : new RegExp(parts.join("|"), "giu");
}

/** Returns a function that tells whether a text names the person. */
export function buildNameTest(person: Named): (text: string) => boolean {
  const pattern = buildNamePattern(person);
  return (text) => pattern !== null && text.search(pattern) !== -1;
}

const replacement = "–";
/** Codes of the site, such as `sold-out`, in fields where staff may also write. */
const isCode = (text: string) => /^[a-z-]+$/.test(text);

/** Redacts a person from a text. A text that does not name the person, or is a code of the site, does not change. */
export function redactFullName(person: Named): (text: string) => string {
  const pattern = buildNamePattern(person);
  return (text) => (pattern === null || isCode(text) ? text : text.replaceAll(pattern, replacement));
}

/** Redacts like `redactFullName`, and also each longer word of the name: for texts that are surely about the person. */
export function redactPerson(person: Named): (text: string) => string {
  const words = person.name.split(/\s+/).filter((word) => word.length > 2);
  const steps = [person.name, ...words].map((name) => redactFullName({ ...person, name }));
  return (text) => steps.reduce((redacted, redact) => redact(redacted), text);
}

/** Maps the texts of JSON; keys, numbers and structure stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

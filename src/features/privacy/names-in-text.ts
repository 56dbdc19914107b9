/** Identifies a person in texts about them. */
export interface Named {
  name: string;
  /** E.164 or empty. */
  contactNumber: string;
  /** Null when others have it too. */
  address: string | null;
}

const literal = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}/]/g, "\\$&");
/** Whole words only: no letter, mark or digit on either side. */
const whole = (text: string) => `(?<![\\p{L}\\p{M}\\p{N}])${literal(text)}(?![\\p{L}\\p{M}\\p{N}])`;
/** As a part of a longer address it would be another address. */
const wholeAddress = (text: string) => `(?<![\\p{L}\\p{N}._%+-])${literal(text)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`;

/**
 * Builds a pattern that finds a person by address, number and name as whole words; null when there is nothing to search
 * for.
 */
function buildNamePattern({ name, contactNumber, address }: Named): RegExp | null {
  const spelled = name.trim();
  const parts = [
    ...(address ? [wholeAddress(address)] : []),
    ...(contactNumber ? [whole(contactNumber)] : []),
    // Digits and signs alone could be anything, such as a sum or a date.
    ...(/\p{L}/u.test(spelled) ? [whole(spelled)] : []),
  ];
  return parts.length === 0 ? null : new RegExp(parts.join("|"), "giu");
}

/** Whether a text names them. */
export function namesThem(person: Named): (text: string) => boolean {
  const pattern = buildNamePattern(person);
  return (text) => pattern !== null && text.search(pattern) !== -1;
}

const mark = "–";
/** Codes of the site, such as `sold-out`, in fields where staff may also write. */
const isCode = (text: string) => /^[a-z-]+$/.test(text);

/** Redacts a person from a text. A text that does not name them, or is a code of the site, stays as it is. */
export function redactFullName(person: Named): (text: string) => string {
  const pattern = buildNamePattern(person);
  return (text) => (pattern === null || isCode(text) ? text : text.replaceAll(pattern, mark));
}

/** As `redactFullName`, and also redacts each longer word of their name: for texts that are certainly about them. */
export function redactPerson(person: Named): (text: string) => string {
  const words = person.name.split(/\s+/).filter((word) => word.length > 2);
  const steps = [person.name, ...words].map((name) => redactFullName({ ...person, name }));
  return (text) => steps.reduce((left, without) => without(left), text);
}

/** Maps the texts of JSON; keys, numbers and structure stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

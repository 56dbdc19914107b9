/** What someone is looked for by in texts about them. */
export interface Named {
  name: string;
  /** E.164 or empty. */
  contactNumber: string;
  /** Null when it is not theirs alone. */
  address: string | null;
}

const literal = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}/]/g, "\\$&");
/** Whole words: neither side is a letter, a mark or a digit. */
const whole = (text: string) => `(?<![\\p{L}\\p{M}\\p{N}])${literal(text)}(?![\\p{L}\\p{M}\\p{N}])`;
/** Part of a longer address is another address. */
const wholeAddress = (text: string) => `(?<![\\p{L}\\p{N}._%+-])${literal(text)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`;

/** Finds them as whole words: address, number and name; null when there is nothing to look for. */
function buildNamePattern({ name, contactNumber, address }: Named): RegExp | null {
  const spelled = name.trim();
  const parts = [
    ...(address ? [wholeAddress(address)] : []),
    ...(contactNumber ? [whole(contactNumber)] : []),
    // Digits and signs alone are anything: a sum, a date.
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
/** Codes of the site, such as `sold-out`, which stand where staff may write, too. */
const isCode = (text: string) => /^[a-z-]+$/.test(text);

/** A text without them; one that does not name them, and a code of the site, stays as it is. */
export function redactFullName(person: Named): (text: string) => string {
  const pattern = buildNamePattern(person);
  return (text) => (pattern === null || isCode(text) ? text : text.replaceAll(pattern, mark));
}

/** As `withoutThem`, and without each longer word of their name: for texts that are surely about them. */
export function redactPerson(person: Named): (text: string) => string {
  const words = person.name.split(/\s+/).filter((word) => word.length > 2);
  const steps = [person.name, ...words].map((name) => redactFullName({ ...person, name }));
  return (text) => steps.reduce((left, without) => without(left), text);
}

/** JSON with its texts changed: keys, numbers and structure stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

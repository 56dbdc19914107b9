/**
 * Renders XML in its canonical form (C14N 1.1), so that the hashed text is the text that is sent. Callers pass
 * attributes in canonical order and declare the namespaces.
 */
export interface XmlElement {
  name: string;
  attributes: string;
  /** Null for an element with attributes only. */
  content: string | readonly XmlElement[] | null;
}

const renderAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', "&quot;")}"`)
    .join("");

/**
 * Puts text on one line, without control characters, lone surrogates and the two other characters that XML 1.0 forbids.
 * XML 1.0 allows the control characters from U+0080 on, but some parsers read U+0085 as a line end, as XML 1.1 does, and
 * then compute another hash.
 */
export const cleanText = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the characters meant
    .replaceAll(/[\u0000-\u001F\u007F-\u009F\uFFFE\uFFFF]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const escapeText = (text: string) =>
  cleanText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Creates an element with text or children. An empty one is null, so that it is left out (rule F-03). */
export function element(
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes: Record<string, string> = {},
): XmlElement | null {
  const children = typeof content === "string" ? cleanText(content) : content.filter((child) => child !== null);
  return children.length > 0 ? { name, attributes: renderAttributes(attributes), content: children } : null;
}

export const emptyElement = (name: string, attributes: Record<string, string>): XmlElement => ({
  name,
  attributes: renderAttributes(attributes),
  content: null,
});

const indent = "    ";

/** Renders an element. `depth` indents its children and its end tag, but not its first line. */
export function renderXml({ name, attributes, content }: XmlElement, depth: number): string {
  if (content === null) return `<${name}${attributes}/>`;
  if (typeof content === "string") return `<${name}${attributes}>${escapeText(content)}</${name}>`;
  const children = content.map((child) => `\n${indent.repeat(depth + 1)}${renderXml(child, depth + 1)}`).join("");
  return `<${name}${attributes}>${children}\n${indent.repeat(depth)}</${name}>`;
}

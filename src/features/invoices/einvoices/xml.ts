/**
 * XML as text in its canonical form (C14N 1.1): what is hashed is what is sent, and nothing serialises it a second time.
 * Attributes have to be in their canonical order; namespaces are declared by the callers.
 */
export interface XmlElement {
  name: string;
  attributes: string;
  /** Null: an element that has attributes only. */
  content: string | readonly XmlElement[] | null;
}

const attributeText = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', "&quot;")}"`)
    .join("");

/** In one line, without what XML 1.0 cannot hold: control characters and halves of surrogate pairs. */
export const cleanText = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the characters meant
    .replaceAll(/[\u0000-\u001F\u007F\uFFFE\uFFFF]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const escapeText = (text: string) =>
  cleanText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** An element with a text or with children; null, so that it is left out, when it would be empty (rule F-03). */
export function element(
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes: Record<string, string> = {},
): XmlElement | null {
  const children = typeof content === "string" ? cleanText(content) : content.filter((child) => child !== null);
  return children.length > 0 ? { name, attributes: attributeText(attributes), content: children } : null;
}

export const emptyElement = (name: string, attributes: Record<string, string>): XmlElement => ({
  name,
  attributes: attributeText(attributes),
  content: null,
});

const indent = "    ";

/** The element's text; `depth` indents its children and its end, not its own first line. */
export function renderXml({ name, attributes, content }: XmlElement, depth: number): string {
  if (content === null) return `<${name}${attributes}/>`;
  if (typeof content === "string") return `<${name}${attributes}>${escapeText(content)}</${name}>`;
  const children = content.map((child) => `\n${indent.repeat(depth + 1)}${renderXml(child, depth + 1)}`).join("");
  return `<${name}${attributes}>${children}\n${indent.repeat(depth)}</${name}>`;
}

import type Sanitize from "sanitize-html";
import type { IOptions } from "sanitize-html";
import { localePath, type Locale } from "#i18n/locale.ts";

const tags =
  "h2 h3 p br ul ol li strong em blockquote bdi a data img figure figcaption table thead tbody tr th td".split(" ");
/** Widths that a picture may have, as shares of the text's width. Without one, a picture has the full width. */
const figureWidths = new Set(["half", "two-thirds"]);
/** Pasted tags and the tags that replace them. */
const renamedTags = { h1: "h2", h4: "h3", h5: "h3", h6: "h3", b: "strong", i: "em" };

// Control characters, bidi overrides and lone surrogates do not belong in a text that people read.
// eslint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** Address of our own files: a path without steps upwards. */
const ownFile = /^\/media(?:\/[\w-]+(?:\.[\w-]+)*)+$/;

/** Returns the address of a link, in the text's language when it leads into the site; null when it is not allowed. */
function toSafeAddress(href: string, locale: Locale): string | null {
  const address = href.trim();
  // A file is the same in both languages.
  if (ownFile.test(address)) return address;
  if (/^\/(?![/\\])[^\s\\]*$/.test(address)) return localePath(address, locale);
  if (!URL.canParse(address)) return null;
  const { protocol } = new URL(address);
  return ["https:", "http:", "mailto:", "tel:"].includes(protocol) && !/[\s\\]/.test(address) ? address : null;
}

/** Picks the attributes of a cell that spans several columns or rows. */
function pickSpans(attribs: Record<string, string>): Record<string, string> {
  const isSpan = (name: string) => /^(?:[2-9]|[1-9]\d)$/.test(attribs[name] ?? "");
  return Object.fromEntries(["colspan", "rowspan"].filter(isSpan).map((name) => [name, attribs[name] ?? ""]));
}

const cellTag = /<(t[hd])\b([^>]*)>((?:(?!<t[hd]\b|<\/t[hd]>)[\s\S])*)/g;
/** Reads how many columns or rows a cell spans, by its attribute `colspan` or `rowspan`. */
export const spanIn = (attributes: string, name: "colspan" | "rowspan"): number =>
  Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? "1");
const toAttributeText = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replaceAll('"', "&quot;");

/** Writes the roles, scopes and labels of one row's cells. `taken` counts, by column, the rows that a cell above fills. */
function describeCells(row: string, labels: readonly string[] | null, taken: number[]): string {
  let column = 0;
  const described = row.replace(cellTag, (_cell, tag: string, attributes: string, content: string) => {
    while ((taken[column] ?? 0) > 0) column += 1;
    const [columns, rows] = [spanIn(attributes, "colspan"), spanIn(attributes, "rowspan")];
    const label = labels?.[column] ?? "";
    for (let index = column; index < column + columns; index += 1) taken[index] = rows;
    column += columns;
    const extra =
      tag === "td"
        ? ` role="cell"${label && ` data-label="${label}"`}`
        : labels
          ? ' scope="row" role="rowheader"'
          : ' scope="col" role="columnheader"';
    return `<${tag}${attributes}${extra}>${content}`;
  });
  for (let index = 0; index < taken.length; index += 1) taken[index] = Math.max(0, (taken[index] ?? 0) - 1);
  return described.replace("<tr>", '<tr role="row">');
}

/**
 * Writes the roles and labels of a table. A first row of only header cells becomes the head. Each cell carries the
 * label of its column, because a phone shows a row as labelled lines, and its role, because cells that are no longer
 * laid out as a table lose it.
 */
function describeTable(content: string): string {
  const rows = content.match(/<tr>(?:(?!<\/tr>)[\s\S])*<\/tr>/g) ?? [];
  const [first = ""] = rows;
  const hasHead = rows.length > 1 && /<th\b/.test(first) && !/<td\b/.test(first);
  const labels = [...first.matchAll(cellTag)].flatMap(([, , attributes = "", text = ""]) =>
    Array.from({ length: spanIn(attributes, "colspan") }, () => toAttributeText(text)),
  );
  const taken: number[] = [];
  const head = hasHead ? describeCells(first, null, taken) : "";
  const body = rows.slice(hasHead ? 1 : 0).map((row) => describeCells(row, hasHead ? labels : [], taken));
  const group = (tag: string, html: string) => html && `<${tag} role="rowgroup">${html}</${tag}>`;
  return rows.length > 0 ? `<table role="table">${group("thead", head)}${group("tbody", body.join(""))}</table>` : "";
}

/** Finishes sanitised HTML: describes tables, and removes figures without a picture. */
const finish = (html: string) =>
  html
    .replace(/<table>((?:(?!<\/?table>)[\s\S])*)<\/table>/g, (_table, content: string) => describeTable(content))
    .replace(/<figure[^>]*>(?:(?!<img |<\/?figure)[\s\S])*<\/figure>/g, "");

/**
 * Converts HTML to safe HTML, which is stored and shown unchanged. It has headings, paragraphs, lists, quotations,
 * tables, emphasis, links and our own pictures with captions. Other tags are removed and their text stays; scripts,
 * styles and frames are removed with their content. Links into the site lead to the pages of the text's language.
 */
export async function richText(html: string, locale: Locale): Promise<string> {
  const { default: sanitize } = await import("sanitize-html");
  const clean = createSanitizer(sanitize, locale);
  const sanitizeOnce = (html: string) => finish(clean(html));
  // Repeated until nothing changes: below a removed tag the parser leaves a paragraph open, so the first result can
  // hold a paragraph in a paragraph.
  let safe = sanitizeOnce(html);
  for (let next = sanitizeOnce(safe); next !== safe; next = sanitizeOnce(safe)) safe = next;
  return safe;
}

const removeInvisible = (text: string) => text.toWellFormed().replace(invisible, "");

function createSanitizer(sanitize: typeof Sanitize, locale: Locale): (html: string) => string {
  const rename = Object.fromEntries(
    Object.entries(renamedTags).map(([from, to]) => [from, sanitize.simpleTransform(to, {}, false)]),
  );
  const options: IOptions = {
    allowedTags: tags,
    allowedAttributes: {
      a: ["href"],
      data: ["value"],
      img: ["src", "alt"],
      figure: ["data-width"],
      th: ["colspan", "rowspan"],
      td: ["colspan", "rowspan"],
    },
    allowedSchemes: ["https", "http", "mailto", "tel"],
    allowProtocolRelative: false,
    nonTextTags: [
      "script",
      "style",
      "textarea",
      "option",
      "noscript",
      "template",
      "iframe",
      "object",
      "svg",
      "math",
      "xmp",
      "title",
    ],
    transformTags: {
      ...rename,
      a: (_name, { href }) => {
        const address = href === undefined ? null : toSafeAddress(href, locale);
        const attribs: Record<string, string> = address === null ? {} : { href: address };
        return { tagName: "a", attribs };
      },
      figure: (tagName, { "data-width": width = "" }) => ({
        tagName,
        attribs: figureWidths.has(width) ? { "data-width": width } : ({} as Record<string, string>),
      }),
      th: (tagName, attribs) => ({ tagName, attribs: pickSpans(attribs) }),
      td: (tagName, attribs) => ({ tagName, attribs: pickSpans(attribs) }),
    },
    // Removes links without an address, and pictures from elsewhere or without a description. A placeholder for a fact
    // of the settings may be empty.
    exclusiveFilter: ({ tag, attribs, text }) => {
      const isUseless =
        tag === "a"
          ? attribs["href"] === undefined
          : tag === "img"
            ? !ownFile.test(attribs["src"] ?? "") || !attribs["alt"]?.trim()
            : tag === "data" && (text !== "" || !/^[a-z-]+$/.test(attribs["value"] ?? ""));
      return isUseless ? "excludeTag" : false;
    },
  };
  // Removes invisible characters before, because one can hide a tag, and after, because references can encode one.
  return (html) => removeInvisible(sanitize(removeInvisible(html), options)).trim();
}

import type Sanitize from "sanitize-html";
import type { IOptions } from "sanitize-html";
import { localePath, type Locale } from "#i18n/locale.ts";

const tags =
  "h2 h3 p br ul ol li strong em blockquote bdi a data img figure figcaption table thead tbody tr th td".split(" ");
/** Shares of the text's width that a picture may have; without one it has all of it. */
const figureWidths = new Set(["half", "two-thirds"]);
/** Pasted tags and what they become. */
const sameAs = { h1: "h2", h4: "h3", h5: "h3", h6: "h3", b: "strong", i: "em" };

// Control characters, bidi overrides and lone surrogates have no business in a text people read.
// eslint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** Of our own: a path without steps upwards. */
const ownFile = /^\/media(?:\/[\w-]+(?:\.[\w-]+)*)+$/;

/** In the text's language when it leads into the site; null when it may not be followed. */
function safeAddress(href: string, locale: Locale): string | null {
  const address = href.trim();
  // A file is the same in both languages.
  if (ownFile.test(address)) return address;
  if (/^\/(?![/\\])[^\s\\]*$/.test(address)) return localePath(address, locale);
  if (!URL.canParse(address)) return null;
  const { protocol } = new URL(address);
  return ["https:", "http:", "mailto:", "tel:"].includes(protocol) && !/[\s\\]/.test(address) ? address : null;
}

/** Attributes of a cell that spans several columns or rows. */
function spans(attribs: Record<string, string>): Record<string, string> {
  const isSpan = (name: string) => /^(?:[2-9]|[1-9]\d)$/.test(attribs[name] ?? "");
  return Object.fromEntries(["colspan", "rowspan"].filter(isSpan).map((name) => [name, attribs[name] ?? ""]));
}

const cellTag = /<(t[hd])\b([^>]*)>((?:(?!<t[hd]\b|<\/t[hd]>)[\s\S])*)/g;
/** The columns or rows that a cell spans, by its attribute `colspan` or `rowspan`. */
export const spanIn = (attributes: string, name: "colspan" | "rowspan"): number =>
  Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? "1");
const attributeText = (html: string) =>
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
    for (let at = column; at < column + columns; at += 1) taken[at] = rows;
    column += columns;
    const extra =
      tag === "td"
        ? ` role="cell"${label && ` data-label="${label}"`}`
        : labels
          ? ' scope="row" role="rowheader"'
          : ' scope="col" role="columnheader"';
    return `<${tag}${attributes}${extra}>${content}`;
  });
  for (let at = 0; at < taken.length; at += 1) taken[at] = Math.max(0, (taken[at] ?? 0) - 1);
  return described.replace("<tr>", '<tr role="row">');
}

/**
 * A first row of header cells becomes the head. Each cell carries the label of its column, because a phone shows a row
 * as labelled lines, and its role, because cells that are no longer laid out as a table lose it.
 */
function describeTable(content: string): string {
  const rows = content.match(/<tr>(?:(?!<\/tr>)[\s\S])*<\/tr>/g) ?? [];
  const [first = ""] = rows;
  const hasHead = rows.length > 1 && /<th\b/.test(first) && !/<td\b/.test(first);
  const labels = [...first.matchAll(cellTag)].flatMap(([, , attributes = "", text = ""]) =>
    Array.from({ length: spanIn(attributes, "colspan") }, () => attributeText(text)),
  );
  const taken: number[] = [];
  const head = hasHead ? describeCells(first, null, taken) : "";
  const body = rows.slice(hasHead ? 1 : 0).map((row) => describeCells(row, hasHead ? labels : [], taken));
  const group = (tag: string, html: string) => html && `<${tag} role="rowgroup">${html}</${tag}>`;
  return rows.length > 0 ? `<table role="table">${group("thead", head)}${group("tbody", body.join(""))}</table>` : "";
}

/** Finishes sanitised HTML: tables, and figures, which are nothing without their picture. */
const finish = (html: string) =>
  html
    .replace(/<table>((?:(?!<\/?table>)[\s\S])*)<\/table>/g, (_table, content: string) => describeTable(content))
    .replace(/<figure[^>]*>(?:(?!<img |<\/?figure)[\s\S])*<\/figure>/g, "");

/**
 * The safe HTML that is stored and shown unchanged: headings, paragraphs, lists, quotations, tables, emphasis, links and
 * our own pictures with captions. Other tags are removed and their text stays; scripts, styles and frames go with their content. Links
 * into the site lead to the pages of the text's language.
 */
export async function richText(html: string, locale: Locale): Promise<string> {
  const { default: sanitize } = await import("sanitize-html");
  const clean = sanitizer(sanitize, locale);
  const once = (html: string) => finish(clean(html));
  // Repeated until nothing changes: below a removed tag the parser leaves a paragraph open, so the first result can
  // hold a paragraph in a paragraph.
  let safe = once(html);
  for (let next = once(safe); next !== safe; next = once(safe)) safe = next;
  return safe;
}

const visible = (text: string) => text.toWellFormed().replace(invisible, "");

function sanitizer(sanitize: typeof Sanitize, locale: Locale): (html: string) => string {
  const rename = Object.fromEntries(
    Object.entries(sameAs).map(([from, to]) => [from, sanitize.simpleTransform(to, {}, false)]),
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
        const address = href === undefined ? null : safeAddress(href, locale);
        const attribs: Record<string, string> = address === null ? {} : { href: address };
        return { tagName: "a", attribs };
      },
      figure: (tagName, { "data-width": width = "" }) => ({
        tagName,
        attribs: figureWidths.has(width) ? { "data-width": width } : ({} as Record<string, string>),
      }),
      th: (tagName, attribs) => ({ tagName, attribs: spans(attribs) }),
      td: (tagName, attribs) => ({ tagName, attribs: spans(attribs) }),
    },
    // A link without an address is removed, so is a picture from elsewhere or without a description; a placeholder for
    // a fact of the settings may be empty.
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
  // Invisible characters go before, because one can hide a tag, and after, because one can be written as a reference.
  return (html) => visible(sanitize(visible(html), options)).trim();
}

import type Sanitize from "sanitize-html";
import type { IOptions } from "sanitize-html";
import { localePath, type Locale } from "#i18n/locale.ts";

const tags = ["h2", "h3", "p", "br", "ul", "ol", "li", "strong", "em", "blockquote", "bdi", "a", "data", "img"];
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

/**
 * The safe HTML that is stored and shown unchanged: headings, paragraphs, lists, quotations, emphasis, links and our
 * own pictures. Other tags are removed and their text stays; scripts, styles and frames go with their content. Links
 * into the site lead to the pages of the text's language.
 */
export async function richText(html: string, locale: Locale): Promise<string> {
  const { default: sanitize } = await import("sanitize-html");
  const once = sanitizer(sanitize, locale);
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
    allowedAttributes: { a: ["href"], data: ["value"], img: ["src", "alt"] },
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

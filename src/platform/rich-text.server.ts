import type Sanitize from "sanitize-html";
import type { IOptions } from "sanitize-html";
import { localePath, type Locale } from "#i18n/locale.ts";

const tags = ["h2", "h3", "p", "br", "ul", "ol", "li", "strong", "em", "blockquote", "bdi", "a", "data"];
/** What editors paste in, as what we keep. */
const sameAs = { h1: "h2", h4: "h3", h5: "h3", h6: "h3", b: "strong", i: "em" };

// Control characters, bidi overrides and lone surrogates have no business in a text people read.
// eslint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** The address as it is kept, in the text's own language when it leads into the site; null when it is not one to follow. */
function safeAddress(href: string, locale: Locale): string | null {
  const address = href.trim();
  if (/^\/(?![/\\])[^\s\\]*$/.test(address)) return localePath(address, locale);
  if (!URL.canParse(address)) return null;
  const { protocol } = new URL(address);
  return ["https:", "http:", "mailto:", "tel:"].includes(protocol) && !/[\s\\]/.test(address) ? address : null;
}

/**
 * A text of editors as the safe HTML that is stored and shown as it is: headings, paragraphs, lists, quotations, emphasis and
 * links, nothing else. What is not allowed is taken out, its words stay; scripts, styles and frames go with all they hold.
 * Links into the site lead to the pages of the text's language.
 */
export async function richText(html: string, locale: Locale): Promise<string> {
  // Loaded when something is written, not at the start.
  const { default: sanitize } = await import("sanitize-html");
  const once = sanitizer(sanitize, locale);
  // Again until nothing changes: below a tag that is taken out the parser leaves a paragraph open that the next one ought to close, so the
  // first answer can hold a paragraph in a paragraph.
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
    allowedAttributes: { a: ["href"], data: ["value"] },
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
    // A link that leads nowhere is no link, and a place for a fact of the settings names it and holds nothing.
    exclusiveFilter: ({ tag, attribs, text }) => {
      const isUseless =
        tag === "a"
          ? attribs["href"] === undefined
          : tag === "data" && (text !== "" || !/^[a-z-]+$/.test(attribs["value"] ?? ""));
      return isUseless ? "excludeTag" : false;
    },
  };
  // What is invisible goes before, because it can hide a tag, and after, because it can be written as a reference.
  return (html) => visible(sanitize(visible(html), options)).trim();
}

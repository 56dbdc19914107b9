/**
 * Cleans pasted HTML so that the editor's schema understands it. Works on text, because programs write invalid HTML.
 * The schema drops the rest.
 */

/** Something that could not be kept, for a message to the writer. */
export type PasteLoss = "pictures" | "tables";

const plainText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/(?:\s|&nbsp;)+/g, " ")
    .trim();

/**
 * Word writes a list as paragraphs that contain their bullet or number as text, between conditional comments. Each
 * paragraph becomes a list item, nested by its level.
 */
const listParagraph = /<p\b[^>]*\bmso-list:\s*l\d+\s+level(\d+)[^>]*>([\s\S]*?)<\/p>/gi;
const listMarker = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i;
const ignoredMarker = /<span\b[^>]*mso-list:\s*Ignore[^>]*>((?:<span[^>]*>[^<]*<\/span>|[^<])*)<\/span>/i;

interface ListItem {
  level: number;
  tag: "ol" | "ul";
  html: string;
}

function toListItem([, level = "1", content = ""]: RegExpMatchArray): ListItem {
  const [whole = "", marker = ""] = listMarker.exec(content) ?? ignoredMarker.exec(content) ?? [];
  const isNumber = /^[\p{L}\p{N}]{1,4}[.)]/u.test(plainText(marker));
  return {
    level: Number(level),
    tag: isNumber ? "ol" : "ul",
    html: content
      .replace(whole, "")
      .replaceAll(/<span[^>]*>\s*<\/span>/gi, "")
      .trim(),
  };
}

function renderList(items: readonly ListItem[]): string {
  const open: ListItem[] = [];
  let html = "";
  for (const item of items) {
    for (let last = open.at(-1); last && last.level > item.level; last = open.at(-1)) {
      html += `</li></${last.tag}>`;
      open.pop();
    }
    const last = open.at(-1);
    if (last?.level === item.level) html += "</li>";
    else {
      html += `<${item.tag}>`;
      open.push(item);
    }
    html += `<li>${item.html}`;
  }
  return (
    html +
    open
      .toReversed()
      .map(({ tag }) => `</li></${tag}>`)
      .join("")
  );
}

function withLists(html: string): string {
  const run = new RegExp(`(?:${listParagraph.source}\\s*)+`, "gi");
  return html.replaceAll(run, (paragraphs) => renderList([...paragraphs.matchAll(listParagraph)].map(toListItem)));
}

/** Each row of a table becomes a paragraph with its cells in order. */
function withoutTables(html: string): string {
  const innermost = /<table\b[^>]*>((?:(?!<table\b)[\s\S])*?)<\/table>/gi;
  const rows = (table: string) =>
    [...table.matchAll(/<tr\b[^>]*>([\s\S]*?)(?=<tr\b|<\/tr>|$)/gi)]
      .map(([, row = ""]) =>
        row
          .split(/<t[dh]\b[^>]*>/i)
          .slice(1)
          .map(plainText),
      )
      .map((cells) => `<p>${cells.join(" | ")}</p>`)
      .join("");
  let before = "";
  let after = html;
  while (after !== before) [before, after] = [after, after.replaceAll(innermost, (_, table: string) => rows(table))];
  return after;
}

const isOwnPicture = /\bsrc\s*=\s*["']?\/media\//i;
const picture = /<(?:img|v:imagedata)\b[^>]*>/gi;

/** The cleaned HTML, and what was lost. */
export function cleanPaste(html: string): { html: string; losses: PasteLoss[] } {
  const losses: PasteLoss[] = [];
  if ([...html.matchAll(picture)].some(([tag]) => !isOwnPicture.test(tag))) losses.push("pictures");
  if (/<table\b/i.test(html)) losses.push("tables");
  const cleaned = withoutTables(withLists(html))
    .replaceAll(picture, (tag) => (isOwnPicture.test(tag) ? tag : ""))
    // Google Docs wraps everything in a <b> that is not bold, and writes bold as a style.
    .replaceAll(/<(?:b|strong)\b[^>]*font-weight:\s*(?:normal|[1-5]00)\b[^>]*>/gi, "<span>")
    .replaceAll(/<span\b[^>]*font-weight:\s*(?:bold|[6-9]00)\b[^>]*>([^<]+)<\/span>/gi, "<strong>$1</strong>")
    .replaceAll(/<h1\b/gi, "<h2")
    .replaceAll(/<\/h1>/gi, "</h2>")
    .replaceAll(/<(\/?)h[456]\b/gi, "<$1h3")
    // The CSP would report styles and pictures in the pasted text. The schema drops them anyway.
    .replaceAll(/<style[\s\S]*?<\/style>|\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*')/gi, "");
  return { html: cleaned, losses };
}

/**
 * Reads HTML as our server writes it: every attribute quoted, every element closed. Cheap, strict, and no parser of the
 * web at large.
 */

export interface Tag {
  name: string;
  attributes: Record<string, string>;
}

export interface HtmlPage {
  tags: Tag[];
  /** What is not well-formed, a line each. */
  problems: string[];
  ids: Set<string>;
}

const empty = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const decoded = (text: string) => text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

function parseAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      decoded(value),
    ]),
  );
}

export function readHtml(html: string): HtmlPage {
  const bare = html
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, "$1</script>");
  const tags: Tag[] = [];
  const problems: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  for (const [, closing, name = "", rest = ""] of bare.matchAll(/<(\/?)([a-zA-Z][\w:-]*)((?:[^>"]|"[^"]*")*)>/g)) {
    if (closing) {
      const last = open.pop();
      if (last !== name) problems.push(`</${name}> closes <${last}>`);
      continue;
    }
    const attributes = parseAttributes(rest);
    tags.push({ name, attributes });
    if (attributes["id"] !== undefined) {
      if (ids.has(attributes["id"])) problems.push(`two elements have the id ${attributes["id"]}`);
      ids.add(attributes["id"]);
    }
    if (!empty.has(name) && !rest.endsWith("/")) open.push(name);
  }
  if (open.length > 0) problems.push(`never closed: ${open.join(" ")}`);
  return { tags, problems, ids };
}

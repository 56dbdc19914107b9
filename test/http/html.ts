/**
 * A small, strict reader for the HTML that our server writes, in which every attribute is quoted and every element is
 * closed. It cannot read HTML in general.
 */

export interface Tag {
  name: string;
  attributes: Record<string, string>;
}

export interface HtmlPage {
  tags: Tag[];
  /** One line for each place that is not well-formed. */
  problems: string[];
  ids: Set<string>;
}

/** Elements without an end tag. */
const voidElements = new Set([
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
const decodeEntities = (text: string) =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

function parseAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      decodeEntities(value),
    ]),
  );
}

export function readHtml(html: string): HtmlPage {
  const withoutScripts = html
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, "$1</script>");
  const tags: Tag[] = [];
  const problems: string[] = [];
  const openTags: string[] = [];
  const ids = new Set<string>();
  for (const [, closing, name = "", rest = ""] of withoutScripts.matchAll(
    /<(\/?)([a-zA-Z][\w:-]*)((?:[^>"]|"[^"]*")*)>/g,
  )) {
    if (closing) {
      const innermost = openTags.pop();
      if (innermost !== name) problems.push(`</${name}> closes <${innermost}>`);
      continue;
    }
    const attributes = parseAttributes(rest);
    tags.push({ name, attributes });
    if (attributes["id"] !== undefined) {
      if (ids.has(attributes["id"])) problems.push(`two elements have the id ${attributes["id"]}`);
      ids.add(attributes["id"]);
    }
    if (!voidElements.has(name) && !rest.endsWith("/")) openTags.push(name);
  }
  if (openTags.length > 0) problems.push(`never closed: ${openTags.join(" ")}`);
  return { tags, problems, ids };
}

/** The markup that long texts may use, checked when they are stored. */
const plainTags = new Set(["h2", "h3", "p", "ul", "ol", "li", "strong", "em"]);
/** One attribute, http(s) or mailto, no quote, angle bracket, space or backslash in it. */
const link = /^<a href="(?:https?:\/\/[^\s"'<>`\\]+|mailto:[^\s"'<>`\\:]+@[^\s"'<>`\\:]+)">$/;
const entity = /&(?:amp|lt|gt|quot|#39|nbsp);/g;

export class UnsafeHtml extends Error {
  override name = "UnsafeHtml";
}

/**
 * Returns `html` unchanged when it holds only h2, h3, p, ul, ol, li, strong, em and a[href http(s) or mailto], each
 * closed in order, and no other `<`, `>` or `&`. Throws UnsafeHtml.
 */
export function safeHtml(html: string): string {
  const open: string[] = [];
  for (const piece of html.split(/(<[^<>]*>)/)) {
    if (!piece.startsWith("<")) {
      if (/[<>&\0]/.test(piece.replace(entity, "")))
        throw new UnsafeHtml(`a stray < > or & in ${JSON.stringify(piece.slice(0, 60))}`);
      continue;
    }
    const [, slash, name = ""] = /^<(\/?)([a-z0-9]+)>$/.exec(piece) ?? [];
    if (slash) {
      if (open.pop() !== name) throw new UnsafeHtml(`${piece} closes nothing`);
    } else if (plainTags.has(name)) {
      open.push(name);
    } else if (link.test(piece)) {
      open.push("a");
    } else {
      throw new UnsafeHtml(`${piece.slice(0, 60)} is not allowed`);
    }
  }
  if (open.length) throw new UnsafeHtml(`<${open.at(-1)}> is never closed`);
  return html;
}

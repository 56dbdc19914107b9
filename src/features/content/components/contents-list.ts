export interface ListedText {
  html: string;
  contents: { id: string; text: string }[];
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};

/**
 * Headings that other pages link to: checkout links to the refund rules. Without a match the link leads to the top of
 * the page.
 */
const namedHeadings: readonly [id: string, pattern: RegExp][] = [["refunds", /^refund|^استرداد/i]];

/** Gives each h2 of a safe HTML text an id (`part-1` …, or an id of `namedHeadings`) and lists them as plain text. */
export function listHeadings(safeHtml: string): ListedText {
  const contents: ListedText["contents"] = [];
  const html = safeHtml.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const text = inner
      .replace(/<[^>]*>/g, "")
      .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
    const namedId = namedHeadings.find(
      ([id, pattern]) => pattern.test(text) && !contents.some((heading) => heading.id === id),
    )?.[0];
    const id = namedId ?? `part-${contents.length + 1}`;
    contents.push({ id, text });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return { html, contents };
}

/** Reading time in minutes at 200 words a minute, at least one. */
export function readingMinutes(safeHtml: string): number {
  const wordCount = safeHtml
    .replace(/<[^>]*>/g, " ")
    .split(/\s+/)
    .filter(Boolean).length;
  return Math.max(1, Math.round(wordCount / 200));
}

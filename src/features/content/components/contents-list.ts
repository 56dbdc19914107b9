/** A text whose second-level headings can be linked to. */
export interface ListedText {
  html: string;
  contents: { id: string; text: string }[];
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": "\u00a0" };

/** Numbers the h2 of a safe HTML text (`part-1` …) and lists them as plain text for the contents. */
export function listHeadings(safeHtml: string): ListedText {
  const contents: ListedText["contents"] = [];
  const html = safeHtml.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const id = `part-${contents.length + 1}`;
    contents.push({ id, text: inner.replace(/<[^>]*>/g, "").replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity) });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return { html, contents };
}

/** Minutes a person needs for a safe HTML text, at 200 words a minute; at least one. */
export function readingMinutes(safeHtml: string): number {
  const words = safeHtml.replace(/<[^>]*>/g, " ").split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / 200));
}

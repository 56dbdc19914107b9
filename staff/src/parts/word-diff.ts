/** Differences between two texts, word by word. No I/O. */

export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Above this number of word comparisons, the middle of the texts is shown as replaced as a whole. */
const maxComparisons = 1_000_000;

const splitWords = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];

/** Returns the lengths of the longest common subsequences of words, computed from the end. */
function getCommonLengths(before: string[], after: string[]): Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [row, next] = [table[i] as Uint32Array, table[i + 1] as Uint32Array];
      row[j] = before[i] === after[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}

/** Compares the words between the equal beginnings and ends of two texts. */
function diffMiddle(before: string[], after: string[]): DiffPart[] {
  if (before.length * after.length > maxComparisons)
    return [
      { kind: "removed", text: before.join("") },
      { kind: "added", text: after.join("") },
    ];
  const table = getCommonLengths(before, after);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      parts.push({ kind: "same", text: before[i] ?? "" });
      i += 1;
      j += 1;
    } else if (j === after.length || (i < before.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      parts.push({ kind: "removed", text: before[i] ?? "" });
      i += 1;
    } else {
      parts.push({ kind: "added", text: after[j] ?? "" });
      j += 1;
    }
  }
  return parts;
}

/**
 * Merges the changes between two unchanged parts into one removed and one added text. A space between two changes
 * belongs to both.
 */
function mergeParts(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let [removed, added, space] = ["", "", ""];
  const flush = () => {
    if (removed) result.push({ kind: "removed", text: removed });
    if (added) result.push({ kind: "added", text: added });
    if (space) result.push({ kind: "same", text: space });
    [removed, added, space] = ["", "", ""];
  };
  for (const { kind, text } of parts) {
    if (kind !== "same") {
      if (space) [removed, added, space] = [removed + space, added + space, ""];
      if (kind === "removed") removed += text;
      else added += text;
    } else if (text.trim() === "" && (removed || added)) space += text;
    else {
      flush();
      result.push({ kind, text });
    }
  }
  flush();
  return result.reduce<DiffPart[]>((merged, part) => {
    const lastPart = merged.at(-1);
    if (lastPart?.kind === part.kind) lastPart.text += part.text;
    else if (part.text !== "") merged.push({ ...part });
    return merged;
  }, []);
}

/** Returns the equal, removed and added parts of two texts, in their order. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [oldWords, newWords] = [splitWords(before), splitWords(after)];
  let start = 0;
  while (start < oldWords.length && start < newWords.length && oldWords[start] === newWords[start]) start += 1;
  let end = 0;
  const maxEnd = Math.min(oldWords.length, newWords.length) - start;
  while (end < maxEnd && oldWords.at(-1 - end) === newWords.at(-1 - end)) end += 1;
  return mergeParts([
    { kind: "same", text: oldWords.slice(0, start).join("") },
    ...diffMiddle(oldWords.slice(start, oldWords.length - end), newWords.slice(start, newWords.length - end)),
    { kind: "same", text: end === 0 ? "" : oldWords.slice(-end).join("") },
  ]);
}

/** Returns the text of stored HTML, with one line for each block. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<li[^>]*>/g, "• ")
    .replaceAll(/<\/(?:p|h2|h3|li|blockquote)>|<br\s*\/?>/g, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\n{2,}/g, "\n")
    .trim();

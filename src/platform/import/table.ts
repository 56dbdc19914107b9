/** Tables of text as people paste and upload them: bytes to text to rows. Bounded while reading; runs anywhere. */

export type Encoding = "UTF-8" | "UTF-16" | "Windows-1256";

/** Decodes a text file by its byte order mark, else by its content. Returns null for bytes that are no text. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } | null {
  const [first, second] = bytes;
  const asUtf16 = (label: "utf-16le" | "utf-16be") =>
    ({ text: new TextDecoder(label).decode(bytes), encoding: "UTF-16" }) as const;
  if (first === 0xff && second === 0xfe) return asUtf16("utf-16le");
  if (first === 0xfe && second === 0xff) return asUtf16("utf-16be");
  // Teams writes no mark: every other byte of Latin text is zero.
  if (second === 0 && first !== 0) return asUtf16("utf-16le");
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    // Excel on an Arabic Windows.
    return { text: new TextDecoder("windows-1256").decode(bytes), encoding: "Windows-1256" };
  }
}

/** `wide`: a row has more cells or characters than allowed. `quote`: a quotation mark is not closed. */
export type TableProblem = "wide" | "long" | "quote";

export interface TableLimits {
  rows: number;
  /** Of one row. */
  cells: number;
  /** Characters of one row. */
  characters: number;
}

/** What may stand between the cells of a row; each entry is one separator in its spellings. */
export const separators = ["\t", ";؛", ",،"] as const;
export type Separator = string;

const openingQuote = /[^\S\t\r\n]*"/y;

/**
 * Rows of delimited text (RFC 4180, relaxed: a quotation mark inside a cell is a letter, rows may differ in length).
 * Empty rows are left out. `separator` is a set of characters. Stops at the first limit it meets.
 */
export function parseRows(text: string, separator: Separator, limits: TableLimits): string[][] | TableProblem {
  const rows: string[][] = [];
  const stop = new RegExp(`[${separator}\\r\\n]`, "g");
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let row: string[] = [];
  let rowStart = at;
  while (at < text.length) {
    let cell = "";
    openingQuote.lastIndex = at;
    if (openingQuote.test(text)) {
      at = openingQuote.lastIndex;
      for (;;) {
        const end = text.indexOf('"', at);
        if (end < 0) return "quote";
        cell += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
        if (at - rowStart > limits.characters) return "wide";
      }
    }
    stop.lastIndex = at;
    const end = stop.exec(text)?.index ?? text.length;
    cell += text.slice(at, end);
    if (end - rowStart > limits.characters || row.length === limits.cells) return "wide";
    row.push(cell);
    at = end + 1;
    const sign = text[end];
    if (sign !== undefined && sign !== "\r" && sign !== "\n") {
      // A separator at the very end: one more empty cell changes nothing.
      if (at < text.length) continue;
    }
    if (row.some((one) => one.trim() !== "")) {
      if (rows.length === limits.rows) return "long";
      rows.push(row);
    }
    row = [];
    rowStart = at;
  }
  return rows;
}

/** The separator that most lines hold; of a draw the first. */
export function commonSeparator(text: string): Separator {
  const lines = text.split(/\r\n?|\n/, 1000).filter((line) => line.trim() !== "");
  const counts = separators.map((separator) => ({
    separator,
    lines: lines.filter((line) => [...separator].some((sign) => line.includes(sign))).length,
  }));
  return counts.reduce((best, one) => (one.lines > best.lines ? one : best)).separator;
}

/** Excel's own first line `sep=;` names the separator. */
export function declaredSeparator(text: string): { separator: Separator; rest: string } | null {
  const match = /^\ufeff?"?sep=([,;\t|])"?\r?\n/i.exec(text);
  return match ? { separator: match[1] ?? ",", rest: text.slice(match[0].length) } : null;
}

/** What became of the rows of an import, by reason: nothing is dropped without being counted. */
export interface ReadCounts<Reason extends string> {
  /** Rows that are not empty. */
  rows: number;
  leftOut: { reason: Reason; count: number }[];
}

/** Counts how often each reason occurs, most frequent first. */
export function countReasons<Reason extends string>(reasons: readonly Reason[]): ReadCounts<Reason>["leftOut"] {
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .toSorted((one, other) => other.count - one.count);
}

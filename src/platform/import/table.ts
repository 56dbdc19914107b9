/**
 * Tables of text as people paste and upload them: bytes to text to rows. Reading is bounded, and runs in browsers and
 * servers.
 */

export type Encoding = "UTF-8" | "UTF-16" | "Windows-1256";

/** Decodes a text file by its byte order mark, else by its content. Returns null for bytes that are no text. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } | null {
  const [first, second] = bytes;
  const decodeUtf16 = (label: "utf-16le" | "utf-16be") =>
    ({ text: new TextDecoder(label).decode(bytes), encoding: "UTF-16" }) as const;
  if (first === 0xff && second === 0xfe) return decodeUtf16("utf-16le");
  if (first === 0xfe && second === 0xff) return decodeUtf16("utf-16be");
  // Teams writes no mark: every other byte of Latin text is zero.
  if (second === 0 && first !== 0) return decodeUtf16("utf-16le");
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    // Excel on an Arabic Windows writes this encoding.
    return { text: new TextDecoder("windows-1256").decode(bytes), encoding: "Windows-1256" };
  }
}

/** `wide`: a row has more cells or characters than allowed. `quote`: a quotation mark is not closed. */
export type TableProblem = "wide" | "long" | "quote";

export interface TableLimits {
  rows: number;
  /** Cells of one row. */
  cells: number;
  /** Characters of one row. */
  characters: number;
}

/** The separators between the cells of a row. Each entry has the spellings of one separator. */
export const separators = ["\t", ";؛", ",،"] as const;
export type Separator = string;

const openingQuote = /[^\S\t\r\n]*"/y;

/**
 * Reads the rows of delimited text (RFC 4180, relaxed: a quotation mark inside a cell is a letter, and rows may differ
 * in length). Leaves out empty rows. `separator` is a set of characters. Stops at the first limit that the text
 * exceeds.
 */
export function parseRows(text: string, separator: Separator, limits: TableLimits): string[][] | TableProblem {
  const rows: string[][] = [];
  const cellEnd = new RegExp(`[${separator}\\r\\n]`, "g");
  let position = text.startsWith("\ufeff") ? 1 : 0;
  let row: string[] = [];
  let rowStart = position;
  while (position < text.length) {
    let cell = "";
    openingQuote.lastIndex = position;
    if (openingQuote.test(text)) {
      position = openingQuote.lastIndex;
      for (;;) {
        const end = text.indexOf('"', position);
        if (end < 0) return "quote";
        cell += text.slice(position, end);
        position = end + 1;
        if (text[position] !== '"') break;
        cell += '"';
        position += 1;
        if (position - rowStart > limits.characters) return "wide";
      }
    }
    cellEnd.lastIndex = position;
    const end = cellEnd.exec(text)?.index ?? text.length;
    cell += text.slice(position, end);
    if (end - rowStart > limits.characters || row.length === limits.cells) return "wide";
    row.push(cell);
    position = end + 1;
    const sign = text[end];
    if (sign !== undefined && sign !== "\r" && sign !== "\n") {
      // A separator at the very end: one more empty cell changes nothing.
      if (position < text.length) continue;
    }
    if (row.some((one) => one.trim() !== "")) {
      if (rows.length === limits.rows) return "long";
      rows.push(row);
    }
    row = [];
    rowStart = position;
  }
  return rows;
}

/** Returns the separator that most lines contain; the first one when several have equally many. */
export function commonSeparator(text: string): Separator {
  const lines = text.split(/\r\n?|\n/, 1000).filter((line) => line.trim() !== "");
  const counts = separators.map((separator) => ({
    separator,
    lines: lines.filter((line) => [...separator].some((sign) => line.includes(sign))).length,
  }));
  return counts.reduce((best, one) => (one.lines > best.lines ? one : best)).separator;
}

/** Reads the separator that Excel's own first line names, such as `sep=;`; null without such a line. */
export function declaredSeparator(text: string): { separator: Separator; rest: string } | null {
  const match = /^\ufeff?"?sep=([,;\t|])"?\r?\n/i.exec(text);
  return match ? { separator: match[1] ?? ",", rest: text.slice(match[0].length) } : null;
}

/** How many rows an import has read, and how many it left out, by reason. Every row that is left out is counted. */
export interface ReadCounts<Reason extends string> {
  /** Rows that are not empty. */
  rows: number;
  leftOut: { reason: Reason; count: number }[];
}

/** Counts how often each reason occurs, most frequent first. */
export function countReasons<Reason extends string>(reasons: readonly Reason[]): ReadCounts<Reason>["leftOut"] {
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, occurrences]) => ({ reason, count: occurrences.length }))
    .toSorted((one, other) => other.count - one.count);
}

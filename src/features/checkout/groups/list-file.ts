/** Reads the file of a list of people as text, like a pasted list. Runs in the browser; the server gets no file. */
import { decodeText } from "#platform/import/table.ts";
import { maxListText } from "./people-list.ts";
import { readWorkbook } from "./read-workbook.ts";

const maxFileBytes = 1024 * 1024;

/** Formats rows as tab-separated text, one line per row. */
const formatRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) => cell.replaceAll(/\s+/g, " ").trim())
        .map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join("\t"),
    )
    .join("\n");

export interface ListFile {
  text: string;
  /** Hidden rows of a workbook, which `text` leaves out. */
  hiddenRows: number;
}

/**
 * Reads the text of a CSV file or the visible rows of a workbook; null for any other file, or one that is too large.
 */
export async function readListFile(file: Blob): Promise<ListFile | null> {
  if (file.size > maxFileBytes) return null;
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  // Any ZIP file begins with "PK".
  const isWorkbook = first === 0x50 && second === 0x4b;
  try {
    const { rows, hiddenRows } = isWorkbook ? await readWorkbook(bytes) : { rows: [], hiddenRows: 0 };
    const text = isWorkbook ? formatRows(rows) : decodeText(new Uint8Array(bytes))?.text;
    return text === undefined || text.length > maxListText ? null : { text, hiddenRows };
  } catch {
    // Encrypted, damaged, not a workbook or beyond the limits: all get the same message.
    return null;
  }
}

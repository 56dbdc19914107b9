/** Recognises table columns by headings in English and Arabic, which vary between programs and people. */
import { foldWords } from "#i18n/fold-letters.ts";
import { parseRows, separators, type Separator, type TableLimits } from "./table.ts";

/** The accepted headings of each column, the preferred one first. */
export type Headings<Column extends string> = Record<Column, readonly string[]>;
export type Columns<Column extends string> = Partial<Record<Column, number>>;

/**
 * Returns a function that maps a row of headings to column indexes, ignoring case, accents and signs. Build it once per
 * kind of table.
 */
export function headingFinder<Column extends string>(headings: Headings<Column>) {
  const foldedHeadings = (Object.entries(headings) as [Column, readonly string[]][]).map(
    ([column, names]) => [column, names.map(foldWords)] as const,
  );
  return (row: readonly string[]): Columns<Column> => {
    const cells = row.map((cell) => (cell.length > 200 ? "" : foldWords(cell)));
    const columns: Columns<Column> = {};
    for (const [column, names] of foldedHeadings) {
      const columnIndex = names.map((name) => cells.indexOf(name)).find((index) => index >= 0);
      if (columnIndex !== undefined) columns[column] = columnIndex;
    }
    return columns;
  };
}

/** Maximum rows of titles before the row of headings. */
export const maxTitleRows = 20;

/** Finds the separator with which a row near the start has the most known headings; null when no row has any. */
export function headingSeparator(
  text: string,
  findColumns: (row: readonly string[]) => Columns<string> | null,
  limits: TableLimits,
): Separator | null {
  let best: { separator: Separator; count: number } | null = null;
  const lines = text.split(/\r\n?|\n/, 200).filter((line) => line.trim() !== "");
  for (const separator of separators)
    for (const line of lines) {
      const rows = line.length > limits.characters ? [] : parseRows(line, separator, limits);
      const columns = typeof rows === "string" ? null : findColumns(rows[0] ?? []);
      const count = columns ? Object.keys(columns).length : 0;
      if (count > (best?.count ?? 0)) best = { separator, count };
    }
  return best?.separator ?? null;
}

/** Headings of tables: which column holds what, by the names that programs and people give it in English and Arabic. */
import { foldWords } from "#i18n/fold-letters.ts";
import { parseRows, separators, type Separator, type TableLimits } from "./table.ts";

/** The names of each column, the one that is preferred first. */
export type Headings<Column extends string> = Record<Column, readonly string[]>;
export type Columns<Column extends string> = Partial<Record<Column, number>>;

/** Finds the columns that a row names; compared without case, accents and signs. Built once per kind of table. */
export function headingFinder<Column extends string>(headings: Headings<Column>) {
  const known = (Object.entries(headings) as [Column, readonly string[]][]).map(
    ([column, names]) => [column, names.map(foldWords)] as const,
  );
  return (row: readonly string[]): Columns<Column> => {
    const cells = row.map((cell) => (cell.length > 200 ? "" : foldWords(cell)));
    const columns: Columns<Column> = {};
    for (const [column, names] of known) {
      const at = names.map((name) => cells.indexOf(name)).find((index) => index >= 0);
      if (at !== undefined) columns[column] = at;
    }
    return columns;
  };
}

/** How many rows at the start may hold titles before the headings. */
export const maxTitleRows = 20;

/** The separator with which a row near the start names most columns; null when none does. */
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

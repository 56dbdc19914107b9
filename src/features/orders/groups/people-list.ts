/** A list of people as it is checked, line by line. Rules without I/O. */

/** As typed: nothing of it is lost while it is mended. */
export interface TypedPerson {
  name: string;
  email: string;
  scfhs_number: string;
}

/** `twice`: the same address stands above; `booked`: has a seat on this date. */
export type ListedState = "ready" | "fix" | "twice" | "booked";

export interface ListedPerson extends TypedPerson {
  state: ListedState;
  /** Messages by field, where it is to be mended. */
  errors: Record<string, string[]>;
  /** Of `twice`: the line of the first one, from 1. */
  same_as: number | null;
}

export const mostListed = 200;
/** In Arabic too within 64 KiB, what a request may have. */
export const mostListedText = 30_000;

const hasAt = (cell: string) => cell.includes("@");
const hasDigit = (cell: string) => /\p{Nd}/u.test(cell);
const countOf = (kind: RegExp, cell: string) => cell.match(kind)?.length ?? 0;
/** As 00-RN-0000877; a name may have a digit too. */
const isNumber = (cell: string) => /\p{Nd}/u.test(cell) && countOf(/\p{Nd}/gu, cell) >= countOf(/\p{L}/gu, cell);

/** Whether a row names its columns instead of a person. */
const isHead = (cells: readonly string[]) =>
  !cells.some(hasAt) && cells.some((cell) => /\be-?mail\b|البريد|الإيميل/i.test(cell));

/**
 * The people of rows of cells, whatever the order of the columns: the address is the cell with an @, the number has more
 * digits than letters, and the rest is the name. A row without an address is name, address and number as they come.
 */
export function peopleOfRows(rows: readonly (readonly string[])[]): TypedPerson[] {
  return rows
    .map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim()))
    .filter((cells, at) => cells.some(Boolean) && !(at === 0 && isHead(cells)))
    .map((cells) => {
      const email = cells.find(hasAt);
      if (email === undefined) {
        const [name = "", address = "", number = ""] = cells;
        return { name, email: address, scfhs_number: number };
      }
      const others = cells.filter((cell) => cell !== email && cell !== "");
      const number = others.find(isNumber) ?? others.slice(1).find(hasDigit) ?? "";
      return { name: others.filter((cell) => cell !== number).join(" "), email, scfhs_number: number };
    });
}

/** What separates the cells of most lines: a tab, as copied from a spreadsheet, a semicolon or a comma. */
export function separatorsOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const counts = [["\t"], [";", "؛"], [",", "،"]].map((signs) => ({
    signs,
    lines: lines.filter((line) => signs.some((sign) => line.includes(sign))).length,
  }));
  return counts.reduce((best, one) => (one.lines > best.lines ? one : best)).signs;
}

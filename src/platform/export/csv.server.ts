import { riyadhDate, riyadhTime } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { cleanText, type Column } from "./columns.ts";

/**
 * Spreadsheets run a cell that begins with one of these signs, in half or full width. White space, direction marks and
 * other invisible characters before the sign do not protect, because some readers drop them.
 */
const formulaStart = /^(?:[\s\p{Z}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|[\t\r\n])/u;

/** A plus sign with only digits calculates nothing, so it needs no protection. */
const phoneNumber = /^\+\d{6,15}$/;

/** Puts an apostrophe before a text that a spreadsheet could take for a formula. */
export const withoutFormula = (text: string): string =>
  formulaStart.test(text) && !phoneNumber.test(text) ? `'${text}` : text;

const quote = (text: string): string => (/[",\r\n\t;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function formatCell<Row>({ kind, value }: Column<Row>, row: Row, locale: Locale): string {
  const cell = value(row, locale);
  if (cell === null) return "";
  if (cell instanceof Date) return `${riyadhDate(cell)} ${riyadhTime(cell)}`;
  if (typeof cell === "number") return kind === "money" ? decimalFromHalalas(cell) : String(cell);
  return quote(withoutFormula(cleanText(cell)));
}

const joinCells = (cells: string[]): string => `${cells.join(",")}\r\n`;

/** Returns the first line, after the mark by which Excel recognises UTF-8. */
export const csvHead = <Row>(columns: readonly Column<Row>[], locale: Locale): string =>
  `\ufeff${joinCells(columns.map(({ label }) => quote(withoutFormula(label(locale)))))}`;

/** Returns lines of RFC 4180 that end in CR LF. Texts cannot run as formulas; numbers stay numbers. */
export const csvRows = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], locale: Locale): string =>
  rows.map((row) => joinCells(columns.map((column) => formatCell(column, row, locale)))).join("");

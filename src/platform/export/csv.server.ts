import { riyadhDate, riyadhTime } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { cleanText, type Column } from "./columns.ts";

/**
 * Spreadsheets run a cell that begins with one of these signs, of either width. White space, direction marks and other
 * invisible characters before it are looked through: some readers drop them.
 */
const formulaStart = /^(?:[\s\p{Z}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|[\t\r\n])/u;

/** A plus and digits alone calculate nothing. */
const phoneNumber = /^\+\d{6,15}$/;

/** A text that no spreadsheet takes for a formula: an apostrophe before what could be one. */
export const withoutFormula = (text: string): string =>
  formulaStart.test(text) && !phoneNumber.test(text) ? `'${text}` : text;

const quoted = (text: string): string => (/[",\r\n\t;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csvCell<Row>({ kind, value }: Column<Row>, row: Row, locale: Locale): string {
  const cell = value(row, locale);
  if (cell === null) return "";
  if (cell instanceof Date) return `${riyadhDate(cell)} ${riyadhTime(cell)}`;
  if (typeof cell === "number") return kind === "money" ? decimalFromHalalas(cell) : String(cell);
  return quoted(withoutFormula(cleanText(cell)));
}

const csvLine = (cells: string[]): string => `${cells.join(",")}\r\n`;

/** The first line, after the mark by which Excel knows UTF-8. */
export const csvHead = <Row>(columns: readonly Column<Row>[], locale: Locale): string =>
  `\ufeff${csvLine(columns.map(({ label }) => quoted(withoutFormula(label(locale)))))}`;

/** Lines of RFC 4180 ending in CR LF; texts cannot run as formulas, numbers stay numbers. */
export const csvRows = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], locale: Locale): string =>
  rows.map((row) => csvLine(columns.map((column) => csvCell(column, row, locale)))).join("");

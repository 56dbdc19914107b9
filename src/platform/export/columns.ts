import type { Locale } from "#i18n/locale.ts";

/** What a cell holds. `money` is whole halalas, `instant` is shown in Riyadh time, `date` is `YYYY-MM-DD`. */
export type CellKind = "text" | "number" | "money" | "date" | "instant";
export type CellValue = string | number | Date | null;

/** A column of an exported table: its head in the reader's language, and the cell of a row. */
export interface Column<Row> {
  label: (locale: Locale) => string;
  kind: CellKind;
  value: (row: Row, locale: Locale) => CellValue;
}

type Label = Column<never>["label"];
const column =
  <Value extends CellValue>(kind: CellKind) =>
  <Row>(label: Label, value: (row: Row, locale: Locale) => Value | null): Column<Row> => ({ label, kind, value });

/** Builders of columns by what they hold: `text((locale) => …, (row) => row.name)`. */
export const text = column<string>("text");
export const number = column<number>("number");
export const money = column<number>("money");
export const date = column<string>("date");
export const instant = column<Date>("instant");

/** Builds the head of a column from its message. */
export const label =
  (message: (inputs: object, options: { locale: Locale }) => string): Label =>
  (locale) =>
    message({}, { locale });

/** Removes what a cell cannot hold: XML and spreadsheets know no control characters except tab and line feed. */
export const cleanText = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");

import { createWriteStream } from "node:fs";
import type { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import type { Locale } from "#i18n/locale.ts";
import { escapeHtml } from "../escape-html.ts";
import { cleanText, type CellKind, type Column } from "./columns.ts";

/**
 * A workbook of one sheet (ECMA-376). The sheet is plain text that grows by rows, so that an export goes on where it
 * was interrupted; at the end it is zipped, without ever being in memory.
 */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";

const escaped = (text: string): string => escapeHtml(cleanText(text));

/** Places in `cellXfs` of the styles below. */
const styleIds: Record<CellKind | "head", number> = { number: 0, head: 1, money: 2, date: 3, instant: 4, text: 5 };
const columnWidths: Record<CellKind, number> = { number: 10, money: 14, date: 13, instant: 18, text: 26 };

const cellFormat = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6">${cellFormat(0)}${cellFormat(0, 1)}${cellFormat(4)}${cellFormat(164)}${cellFormat(165)}${cellFormat(49)}</cellXfs></styleSheet>`;

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
  ["workbook", "sheet.main"],
  ["styles", "styles"],
  ["sheet", "worksheet"],
]
  .map(
    ([name, type]) =>
      `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  )
  .join("")}</Types>`;
const relationships = (...parts: [type: string, target: string][]) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${parts
    .map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${relations}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** `A`, …, `Z`, `AA`. */
const letters = (at: number): string =>
  (at < 26 ? "" : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** Days since 30 December 1899, as spreadsheets count them; instants on the clock of Riyadh. */
const dayNumber = (milliseconds: number): number => milliseconds / 86_400_000 + 25_569;
const riyadhOffset = 3 * 3_600_000;

function xlsxCell<Row>({ kind, value }: Column<Row>, row: Row, locale: Locale, reference: string): string {
  const cell = value(row, locale);
  if (cell === null || cell === "") return "";
  const number = (of: number) => `<c r="${reference}" s="${styleIds[kind]}"><v>${of}</v></c>`;
  if (cell instanceof Date) return number(dayNumber(cell.getTime() + riyadhOffset));
  if (typeof cell === "number") return number(kind === "money" ? cell / 100 : cell);
  if (kind === "date") return number(dayNumber(Date.parse(`${cell}T00:00:00Z`)));
  return textCell(cell, reference, styleIds.text);
}

// An inline string is text, whatever it begins with: no reader takes it for a formula.
const textCell = (text: string, reference: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** The sheet up to its first row: right to left in Arabic, its head frozen. */
export function sheetHead<Row>(columns: readonly Column<Row>[], locale: Locale): string {
  const view = `<sheetView workbookViewId="0"${locale === "ar" ? ' rightToLeft="1"' : ""}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`;
  const widths = columns.map(
    ({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${columnWidths[kind]}" customWidth="1"/>`,
  );
  const cells = columns.map(({ label }, at) => textCell(label(locale), `${letters(at)}1`, styleIds.head));
  return `${declaration}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${cells.join("")}</row>`;
}

/** Rows of the sheet; `done` are before them, the head not counted. */
export const sheetRows = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  locale: Locale,
  done: number,
): string =>
  rows
    .map((row, at) => {
      const line = done + at + 2;
      const cells = columns.map((column, at) => xlsxCell(column, row, locale, `${letters(at)}${line}`));
      return `<row r="${line}">${cells.join("")}</row>`;
    })
    .join("");

export const sheetFoot = "</sheetData></worksheet>";

/** Excel takes 31 characters, and not these. */
const sheetName = (name: string) => escaped(name.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31));

/** Zips a finished sheet into a workbook. */
export async function writeWorkbook(sheetFile: string, workbookFile: string, name: string): Promise<void> {
  const zip = new yazl.ZipFile();
  // A PassThrough, by its documentation; it does not hear of a file that cannot be read.
  const output = zip.outputStream as PassThrough;
  zip.on("error", (error: Error) => output.destroy(error));
  const workbook = `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`;
  const parts: [string, string][] = [
    ["[Content_Types].xml", contentTypes],
    ["_rels/.rels", relationships(["officeDocument", "xl/workbook.xml"])],
    ["xl/workbook.xml", workbook],
    ["xl/_rels/workbook.xml.rels", relationships(["worksheet", "sheet.xml"], ["styles", "styles.xml"])],
    ["xl/styles.xml", styles],
  ];
  for (const [path, text] of parts) zip.addBuffer(Buffer.from(text), path);
  zip.addFile(sheetFile, "xl/sheet.xml");
  zip.end();
  await pipeline(output, createWriteStream(workbookFile, { mode: 0o600 }));
}

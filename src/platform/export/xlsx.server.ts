import { createWriteStream } from "node:fs";
import type { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import type { Locale } from "#i18n/locale.ts";
import { escapeHtml } from "../escape-html.ts";
import { cleanText, type CellKind, type Column } from "./columns.ts";

/**
 * Writes a workbook of one sheet (ECMA-376). The sheet is a text file that grows by rows, so that an export can
 * continue where it was interrupted. At the end the file is zipped, without ever being in memory as a whole.
 */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";

const escapeText = (text: string): string => escapeHtml(cleanText(text));

/** Index of each format in `cellXfs` of the styles below. */
const styleIds: Record<CellKind | "head", number> = { number: 0, head: 1, money: 2, date: 3, instant: 4, text: 5 };
const columnWidths: Record<CellKind, number> = { number: 10, money: 14, date: 13, instant: 18, text: 26 };

const buildCellFormat = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6">${buildCellFormat(0)}${buildCellFormat(0, 1)}${buildCellFormat(4)}${buildCellFormat(164)}${buildCellFormat(165)}${buildCellFormat(49)}</cellXfs></styleSheet>`;

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
const buildRelationships = (...parts: [type: string, target: string][]) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${parts
    .map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${relations}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** Returns the name of a column: `A`, …, `Z`, `AA`. */
const toColumnName = (index: number): string =>
  (index < 26 ? "" : toColumnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Converts epoch milliseconds to days since 30 December 1899, as spreadsheets count them. */
const toDayNumber = (milliseconds: number): number => milliseconds / 86_400_000 + 25_569;
/** Milliseconds from UTC to Riyadh time, in which cells show instants. */
const riyadhOffset = 3 * 3_600_000;

function formatCell<Row>({ kind, value }: Column<Row>, row: Row, locale: Locale, reference: string): string {
  const cell = value(row, locale);
  if (cell === null || cell === "") return "";
  const formatNumber = (amount: number) => `<c r="${reference}" s="${styleIds[kind]}"><v>${amount}</v></c>`;
  if (cell instanceof Date) return formatNumber(toDayNumber(cell.getTime() + riyadhOffset));
  if (typeof cell === "number") return formatNumber(kind === "money" ? cell / 100 : cell);
  if (kind === "date") return formatNumber(toDayNumber(Date.parse(`${cell}T00:00:00Z`)));
  return formatTextCell(cell, reference, styleIds.text);
}

// An inline string is always text, whatever it begins with, so no reader takes it for a formula.
const formatTextCell = (text: string, reference: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;

/** Returns the sheet up to its first row: right to left in Arabic, with a frozen head. */
export function sheetHead<Row>(columns: readonly Column<Row>[], locale: Locale): string {
  const view = `<sheetView workbookViewId="0"${locale === "ar" ? ' rightToLeft="1"' : ""}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`;
  const widths = columns.map(
    ({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${columnWidths[kind]}" customWidth="1"/>`,
  );
  const cells = columns.map(({ label }, index) =>
    formatTextCell(label(locale), `${toColumnName(index)}1`, styleIds.head),
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${cells.join("")}</row>`;
}

/** Returns rows of the sheet. `rowsBefore` counts the rows before them, without the head. */
export const sheetRows = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  locale: Locale,
  rowsBefore: number,
): string =>
  rows
    .map((row, index) => {
      const line = rowsBefore + index + 2;
      const cells = columns.map((column, index) => formatCell(column, row, locale, `${toColumnName(index)}${line}`));
      return `<row r="${line}">${cells.join("")}</row>`;
    })
    .join("");

export const sheetFoot = "</sheetData></worksheet>";

/** Excel accepts at most 31 characters, and none of these. */
const toSheetName = (name: string) => escapeText(name.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31));

/** Zips a finished sheet into a workbook. */
export async function writeWorkbook(sheetFile: string, workbookFile: string, name: string): Promise<void> {
  const zip = new yazl.ZipFile();
  // The documentation says that this is a PassThrough. It gets no error when a file cannot be read.
  const output = zip.outputStream as PassThrough;
  zip.on("error", (error: Error) => output.destroy(error));
  const workbook = `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${toSheetName(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`;
  const parts: [string, string][] = [
    ["[Content_Types].xml", contentTypes],
    ["_rels/.rels", buildRelationships(["officeDocument", "xl/workbook.xml"])],
    ["xl/workbook.xml", workbook],
    ["xl/_rels/workbook.xml.rels", buildRelationships(["worksheet", "sheet.xml"], ["styles", "styles.xml"])],
    ["xl/styles.xml", styles],
  ];
  for (const [path, text] of parts) zip.addBuffer(Buffer.from(text), path);
  zip.addFile(sheetFile, "xl/sheet.xml");
  zip.end();
  await pipeline(output, createWriteStream(workbookFile, { mode: 0o600 }));
}

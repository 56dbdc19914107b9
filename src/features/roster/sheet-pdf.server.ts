import PDFDocument from "pdfkit";
import { pdfPage } from "#features/invoicing/pdf-layout.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { linesPerPage, sheetFoot, sheetHead, tableHead, tableLine, type SheetOfDay } from "./sheet-parts.server.ts";

/** Draws the sheet as a tagged A4 PDF, as many pages as its people need; `locale` is for its title. */
export async function sheetPdf(sheet: SheetOfDay, locale: Locale): Promise<Uint8Array> {
  const info = {
    Title: `${m.roster_sheet_title({}, { locale })} ${sheet.date}`,
    Author: m.site_name({}, { locale }),
    CreationDate: sheet.printedAt,
    ModDate: sheet.printedAt,
  };
  const options = { size: "A4", pdfVersion: "1.7" as const, tagged: true, lang: locale, displayTitle: true, info };
  // No default font: pdfkit accepts null, its types do not.
  const withoutFont: object = { font: null };
  const doc = new PDFDocument({ ...options, margins: { top: 0, bottom: 0, left: 0, right: 0 }, ...withoutFont });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const pdf = pdfPage(doc);
  const pages = Math.max(1, Math.ceil(sheet.people.length / linesPerPage));
  for (let at = 0; at < pages; at++) {
    if (at > 0) doc.addPage();
    let y = tableHead(pdf, sheetHead(pdf, sheet));
    for (let line = at * linesPerPage; line < (at + 1) * linesPerPage; line++)
      y = tableLine(pdf, line + 1, sheet.people[line], y);
    sheetFoot(pdf, sheet, at + 1, pages);
  }
  pdf.end();
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

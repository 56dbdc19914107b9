import { letVisitorsIn } from "#features/invoices/draw-in-turn.server.ts";
import { pdfFile } from "#features/invoices/pdf-layout.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { linesPerPage, sheetFoot, sheetHead, tableHead, tableLine, type SheetOfDay } from "./sheet-parts.server.ts";

/** Draws the sheet as a tagged A4 PDF, as many pages as its people need; `locale` is for its title. */
export function sheetPdf(sheet: SheetOfDay, locale: Locale): Promise<Uint8Array> {
  const title = `${m.roster_sheet_title({}, { locale })} ${sheet.date}`;
  return pdfFile({ title, author: m.site_name({}, { locale }), at: sheet.printedAt, locale }, async (pdf, nextPage) => {
    const pages = Math.max(1, Math.ceil(sheet.people.length / linesPerPage));
    for (let at = 0; at < pages; at++) {
      if (at > 0) nextPage();
      let y = await sheetHead(pdf, sheet);
      await letVisitorsIn();
      y = tableHead(pdf, y);
      for (let line = at * linesPerPage; line < (at + 1) * linesPerPage; line++) {
        await letVisitorsIn();
        y = tableLine(pdf, line + 1, sheet.people[line], y);
      }
      sheetFoot(pdf, sheet, at + 1, pages);
    }
  });
}

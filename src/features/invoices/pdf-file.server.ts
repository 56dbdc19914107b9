import PDFDocument from "pdfkit";
import type { Locale } from "#i18n/locale.ts";
import { letVisitorsIn } from "./draw-in-turn.server.ts";
import { pdfPage, type PdfPage } from "./pdf-layout.server.ts";

/**
 * Draws a tagged A4 PDF in the site's faces; `locale` is for its title, `at` its date, `nextPage` begins another page.
 * `draw` awaits `letVisitorsIn` between its parts.
 */
export async function pdfFile(
  { title, author, at, locale }: { title: string; author: string; at: Date; locale: Locale },
  draw: (pdf: PdfPage, nextPage: () => void) => Promise<void>,
): Promise<Uint8Array> {
  const info = { Title: title, Author: author, CreationDate: at, ModDate: at };
  const options = { size: "A4", pdfVersion: "1.7" as const, tagged: true, lang: locale, displayTitle: true, info };
  // No default font: pdfkit accepts null, its types do not.
  const withoutFont: object = { font: null };
  const doc = new PDFDocument({ ...options, margins: { top: 0, bottom: 0, left: 0, right: 0 }, ...withoutFont });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const pdf = pdfPage(doc);
  await letVisitorsIn();
  await draw(pdf, () => void doc.addPage());
  await letVisitorsIn();
  pdf.end();
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

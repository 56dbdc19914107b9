import type { Locale } from "#i18n/locale.ts";
import { documentTitle } from "./document-labels.ts";
import type { CreditedInvoice } from "./document.ts";
import { letVisitorsIn } from "./draw-in-turn.server.ts";
import type { TaxDocument } from "./write-document.server.ts";

export interface DownloadFile {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/** Draws a reproducible, tagged, bilingual A4 PDF. `locale` is for its title; `credited` is a credit note's invoice. */
export async function taxDocumentPdf(
  document: TaxDocument,
  credited: CreditedInvoice | null,
  locale: Locale,
): Promise<DownloadFile> {
  const [{ default: PDFDocument }, { pdfPage }, { writeFoot, writeTaxDocument }] = await Promise.all([
    import("pdfkit"),
    import("./pdf-layout.server.ts"),
    import("./tax-pdf.server.ts"),
  ]);
  const info = {
    Title: `${documentTitle(document, locale)} ${document.number}`,
    Author: document.seller.nameEng,
    CreationDate: document.issuedAt,
    ModDate: document.issuedAt,
  };
  const options = {
    size: "A4",
    pdfVersion: "1.7" as const,
    tagged: true,
    lang: locale,
    displayTitle: true,
    info,
    bufferPages: true,
  };
  // No default font: pdfkit accepts null, its types do not.
  const withoutFont: object = { font: null };
  const margins = { top: 0, bottom: 0, left: 0, right: 0 };
  const doc = new PDFDocument({ ...options, margins, ...withoutFont });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const pdf = pdfPage(doc);
  await letVisitorsIn();
  await writeTaxDocument(pdf, document, credited, () => doc.addPage());
  const { count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at);
    writeFoot(pdf, document, at + 1, count);
    await letVisitorsIn();
  }
  pdf.end();
  doc.end();
  await ended;
  return { bytes: Buffer.concat(chunks), filename: `${document.number}.pdf` };
}

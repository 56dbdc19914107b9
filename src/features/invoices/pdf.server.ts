import type { Locale } from "#i18n/locale.ts";
import { documentTitle } from "./document-labels.ts";
import type { CreditedInvoice } from "./document.ts";
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
  const [{ pdfFile }, { writeFoot, writeTaxDocument }] = await Promise.all([
    import("#platform/pdf/pdf-layout.server.ts"),
    import("./tax-pdf.server.ts"),
  ]);
  const title = `${documentTitle(document, locale)} ${document.number}`;
  const bytes = await pdfFile(
    { title, author: document.seller.nameEng, at: document.issuedAt, locale },
    (pdf, nextPage) => writeTaxDocument(pdf, document, credited, nextPage),
    (pdf, page, count) => writeFoot(pdf, document, page, count),
  );
  return { bytes, filename: `${document.number}.pdf` };
}

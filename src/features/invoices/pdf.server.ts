import type { Locale } from "#i18n/locale.ts";
import { documentTitle } from "./document-labels.ts";
import type { BuyerXml, CreditedInvoice } from "./document.ts";
import type { TaxDocument } from "./write-document.server.ts";

export interface DownloadFile {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/**
 * Draws a reproducible, tagged, bilingual A4 PDF. `locale` is for its title; `credited` is a credit note's invoice.
 * With its XML it is a PDF/A-3 that contains the XML and shows its QR code.
 */
export async function taxDocumentPdf(
  document: TaxDocument,
  credited: CreditedInvoice | null,
  locale: Locale,
  buyerXml: BuyerXml | null = null,
): Promise<DownloadFile> {
  const [{ pdfFile }, { writeFoot, writeTaxDocument }] = await Promise.all([
    import("#platform/pdf/pdf-layout.server.ts"),
    import("./tax-pdf.server.ts"),
  ]);
  const title = `${documentTitle(document, locale)} ${document.number}`;
  const drawn = { ...document, qr: buyerXml?.qr ?? document.qr };
  const embedded = buyerXml && {
    name: `${document.number}.xml`,
    text: buyerXml.xml,
    type: "application/xml",
    description: `${documentTitle(document, "en")} ${document.number}`,
    modifiedAt: buyerXml.sealedAt,
  };
  const bytes = await pdfFile(
    { title, author: document.seller.nameEng, at: document.issuedAt, locale, ...(embedded && { embedded }) },
    (pdf, nextPage) => writeTaxDocument(pdf, drawn, credited, nextPage),
    (pdf, page, count) => writeFoot(pdf, document, page, count),
  );
  return { bytes, filename: `${document.number}.pdf` };
}

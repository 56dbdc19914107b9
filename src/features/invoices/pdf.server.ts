import type { Locale } from "#i18n/locale.ts";
import { documentTitle } from "./document-labels.ts";
import type { BuyerXml, CreditedInvoice } from "./document.ts";
import type { TaxDocument } from "./write-document.server.ts";

export interface DownloadFile {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/**
 * Draws a tax document as a tagged, bilingual A4 PDF; the same document always gives the same bytes. `locale` decides
 * the language of the PDF's title; `credited` is the invoice of a credit note. With `buyerXml` the file is a PDF/A-3,
 * which contains the XML and shows its QR code.
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
  const documentWithQr = { ...document, qr: buyerXml?.qr ?? document.qr };
  const embedded = buyerXml && {
    name: `${document.number}.xml`,
    text: buyerXml.xml,
    type: "application/xml",
    description: `${documentTitle(document, "en")} ${document.number}`,
    modifiedAt: buyerXml.sealedAt,
  };
  const bytes = await pdfFile(
    { title, author: document.seller.nameEng, at: document.issuedAt, locale, ...(embedded && { embedded }) },
    (pdf, nextPage) => writeTaxDocument(pdf, documentWithQr, credited, nextPage),
    (pdf, page, count) => writeFoot(pdf, document, page, count),
  );
  return { bytes, filename: `${document.number}.pdf` };
}

import { asc, eq } from "drizzle-orm";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { taxDocuments } from "./tables.server.ts";
import { supplyRange, taxedLines, type CreditedInvoice, type TaxedLine } from "./document.ts";
import type { TaxDocument } from "./write-document.server.ts";
import { cachedTaxPdf } from "./cached-pdf.server.ts";
import type { OrderDocument } from "./document.schema.ts";
import type { DownloadFile } from "./pdf.server.ts";
import { qrPicture } from "./qr-image.ts";

const documentsOf = (ctx: Ctx, orderId: number) =>
  ctx.db.select().from(taxDocuments).where(eq(taxDocuments.orderId, orderId)).orderBy(asc(taxDocuments.counter));

function creditedBy(note: TaxDocument, documents: readonly TaxDocument[]): CreditedInvoice | null {
  const invoice = documents.find((document) => document.id === note.originalId);
  if (!invoice) return null;
  const notes = documents.filter((document) => document.originalId === invoice.id && document.counter <= note.counter);
  const remainsHalalas = notes.reduce((rest, { totalHalalas }) => rest - totalHalalas, invoice.totalHalalas);
  return { number: invoice.number, issuedAt: invoice.issuedAt, totalHalalas: invoice.totalHalalas, remainsHalalas };
}

const toLine = (line: TaxedLine): OrderDocument["lines"][number] => ({
  name_eng: line.nameEng,
  name_ar: line.nameAr,
  qty: line.qty,
  unit_price: decimalFromHalalas(line.unitPriceHalalas),
  amount: decimalFromHalalas(line.amountHalalas),
  tax: decimalFromHalalas(line.taxHalalas),
  total: decimalFromHalalas(line.totalHalalas),
  supply_from: line.supplyFrom ?? null,
  supply_to: line.supplyTo ?? null,
});

function toOrderDocument(document: TaxDocument, documents: readonly TaxDocument[]): OrderDocument {
  const {
    id,
    kind,
    number,
    nameCode,
    issuedAt,
    reason,
    netHalalas,
    taxHalalas,
    taxPercent,
    totalHalalas,
    seller,
    buyer,
    payment,
  } = document;
  const credited = creditedBy(document, documents);
  const supply = supplyRange(document.lines);
  return {
    id,
    kind,
    number,
    name_code: nameCode,
    issued_at: issuedAt.toISOString(),
    original_number: credited?.number ?? null,
    remains: credited && decimalFromHalalas(credited.remainsHalalas),
    reason,
    sub_total: decimalFromHalalas(netHalalas),
    tax: decimalFromHalalas(taxHalalas),
    tax_percent: taxPercent,
    total: decimalFromHalalas(totalHalalas),
    supply_from: supply?.from ?? null,
    supply_to: supply?.to ?? null,
    lines: taxedLines(document).map(toLine),
    seller: {
      name_eng: seller.nameEng,
      name_ar: seller.nameAr,
      address_eng: seller.addressEng,
      address_ar: seller.addressAr,
      vat_number: seller.vatNumber,
      registration_number: seller.registrationNumber,
    },
    buyer,
    payment: { method: payment.method ?? "card", card_scheme: payment.cardScheme, card_masked: payment.cardMasked },
    qr: qrPicture(document.qr),
  };
}

/** The documents of an order, oldest first; none until it is paid. Checks no permission. */
export async function documentsOfOrder(ctx: Ctx, orderId: number): Promise<OrderDocument[]> {
  const documents = await documentsOf(ctx, orderId);
  return documents.map((document) => toOrderDocument(document, documents));
}

/**
 * Returns file name and PDF of a document, null when there is none; checks no permission. `make` throws QueueFull
 * unless it is for work in the background, which waits.
 */
export async function orderPdfFile(
  ctx: Ctx,
  orderId: number,
  wanted: (document: TaxDocument) => boolean,
): Promise<{ filename: string; make(turn?: { isBackground?: boolean }): Promise<DownloadFile> } | null> {
  const documents = await documentsOf(ctx, orderId);
  const document = documents.find(wanted);
  return document
    ? {
        filename: `${document.number}.pdf`,
        make: (turn) => cachedTaxPdf(ctx, document, creditedBy(document, documents), turn),
      }
    : null;
}

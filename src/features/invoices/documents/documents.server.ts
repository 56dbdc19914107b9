import { toDiscount } from "#features/orders/pricing.ts";
import { asc, eq } from "drizzle-orm";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { deleteFilesBefore, cacheFile } from "#platform/file-cache.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { getAccountKey, runInWorker } from "#platform/workers/run-in-worker.server.ts";
import type { MailAttachment } from "#platform/mail/templates.server.ts";
import { buyerCopies, type BuyerCopy } from "./buyer-copy.server.ts";
import { taxDocuments } from "../tables.server.ts";
import {
  supplyRange,
  taxedLines,
  type BuyerXml,
  type CreditedInvoice,
  type DocumentKind,
  type TaxedLine,
} from "../document.ts";
import type { TaxDocument } from "../write-document.server.ts";
import type { OrderDocument } from "../document.schema.server.ts";
import { qrPicture } from "#ui/qr-image.ts";
import type { DownloadFile } from "../pdf.server.ts";
import { dayMs } from "#i18n/dates.ts";

/** Part of the cache key. Raise it when the layout changes. */
const layoutVersion = 6;
/** Invoices are mostly downloaded in their first weeks; later they are rendered again. */
const cacheDays = 90;
const sweepEveryMs = 60 * 60 * 1000;

const lastSweeps = new Map<string, number>();

async function deleteOldFiles(ctx: Ctx, folder: string): Promise<void> {
  const now = ctx.now().getTime();
  if (now - (lastSweeps.get(folder) ?? 0) < sweepEveryMs) return;
  lastSweeps.set(folder, now);
  await deleteFilesBefore(folder, new Date(now - cacheDays * dayMs));
}

/**
 * Renders a PDF once and caches it in DATA_DIR. Documents never change, and get their XML at most once. `credited` is the
 * invoice of a credit note. Throws QueueFull, except for background work.
 */
async function cachedTaxPdf(
  ctx: Ctx,
  document: TaxDocument,
  credited: CreditedInvoice | null,
  buyerXml: BuyerXml | null,
  options?: { isBackground?: boolean },
): Promise<DownloadFile> {
  const { locale } = ctx;
  const cacheKey = createHash("sha256")
    .update(JSON.stringify([layoutVersion, document.uuid, document.hash, credited, locale, buyerXml]))
    .digest("hex")
    .slice(0, 32);
  const folder = join(ctx.env.DATA_DIR, "documents");
  const file = join(folder, `${cacheKey}.pdf`);
  const cached = await readFile(file).catch(() => null);
  if (cached) return { bytes: cached, filename: `${document.number}.pdf` };
  const rendered = await runInWorker("tax-document-pdf", [document, credited, locale, buyerXml], {
    ...options,
    account: getAccountKey(ctx),
    key: file,
  });
  await cacheFile(ctx, file, rendered.bytes);
  await deleteOldFiles(ctx, folder);
  return rendered;
}

const readDocuments = (ctx: Ctx, orderId: number) =>
  ctx.db.select().from(taxDocuments).where(eq(taxDocuments.orderId, orderId)).orderBy(asc(taxDocuments.counter));

function findCreditedInvoice(creditNote: TaxDocument, documents: readonly TaxDocument[]): CreditedInvoice | null {
  const invoice = documents.find((document) => document.id === creditNote.originalId);
  if (!invoice) return null;
  const creditNotes = documents.filter(
    (document) => document.originalId === invoice.id && document.counter <= creditNote.counter,
  );
  const remainsHalalas = creditNotes.reduce((rest, { totalHalalas }) => rest - totalHalalas, invoice.totalHalalas);
  return { number: invoice.number, issuedAt: invoice.issuedAt, totalHalalas: invoice.totalHalalas, remainsHalalas };
}

/** Takes the company from the XML, which may name another one after a correction. */
function withXmlCompany(document: TaxDocument, copy: BuyerCopy | undefined): TaxDocument {
  const { buyer } = document;
  if (!copy?.company || !buyer.company) return document;
  return { ...document, buyer: { ...buyer, company: { ...buyer.company, ...copy.company } } };
}

const toLine = (line: TaxedLine): OrderDocument["lines"][number] => ({
  name_eng: line.nameEng,
  name_ar: line.nameAr,
  qty: line.qty,
  unit_price: decimalFromHalalas(line.unitPriceHalalas),
  discount: toDiscount(line.discount),
  amount: decimalFromHalalas(line.amountHalalas),
  tax: decimalFromHalalas(line.taxHalalas),
  total: decimalFromHalalas(line.totalHalalas),
  supply_from: line.supplyFrom ?? null,
  supply_to: line.supplyTo ?? null,
});

function toOrderDocument(document: TaxDocument, documents: readonly TaxDocument[], qr: string): OrderDocument {
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
  const credited = findCreditedInvoice(document, documents);
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
    qr: qrPicture(qr),
  };
}

/** The documents of an order for its buyer. */
export interface OrderDocuments {
  /** Oldest first; empty until the order is paid. */
  documents: OrderDocument[];
  /** Kinds of documents that follow once the tax authority has cleared them. */
  awaiting_clearance: DocumentKind[];
}

/** Lists the documents of an order for its buyer. Checks no permission. */
export async function readOrderDocuments(ctx: Ctx, orderId: number): Promise<OrderDocuments> {
  const documents = await readDocuments(ctx, orderId);
  const copies = await buyerCopies(ctx, documents);
  const isAwaiting = ({ id }: TaxDocument) => copies.get(id)?.isAwaitingClearance === true;
  return {
    documents: documents
      .filter((document) => !isAwaiting(document))
      .map((document) => {
        const copy = copies.get(document.id);
        return toOrderDocument(withXmlCompany(document, copy), documents, copy?.xml?.qr ?? document.qr);
      }),
    awaiting_clearance: documents.filter(isAwaiting).map(({ kind }) => kind),
  };
}

export interface PdfFile {
  filename: string;
  /** Throws QueueFull, except for background work, which waits. */
  make(options?: { isBackground?: boolean }): Promise<DownloadFile>;
}

/**
 * Finds the PDF of a document for staff, who may open it before it is cleared; null when there is no such document.
 * Checks no permission.
 */
export async function orderPdfFile(
  ctx: Ctx,
  orderId: number,
  isRequested: (document: TaxDocument) => boolean,
): Promise<(PdfFile & { isAwaitingClearance: boolean }) | null> {
  const documents = await readDocuments(ctx, orderId);
  const document = documents.find(isRequested);
  if (!document) return null;
  const copy = (await buyerCopies(ctx, [document])).get(document.id);
  return {
    filename: `${document.number}.pdf`,
    isAwaitingClearance: copy?.isAwaitingClearance === true,
    make: (options) =>
      cachedTaxPdf(
        ctx,
        withXmlCompany(document, copy),
        findCreditedInvoice(document, documents),
        copy?.xml ?? null,
        options,
      ),
  };
}

/** Finds the PDF for the buyer; also null for a document that the tax authority has not cleared yet. */
export async function buyerPdfFile(
  ctx: Ctx,
  orderId: number,
  isRequested: (document: TaxDocument) => boolean,
): Promise<PdfFile | null> {
  const file = await orderPdfFile(ctx, orderId, isRequested);
  return file?.isAwaitingClearance === false ? file : null;
}

/** Builds the attachment for the buyer; empty when the order has no such document, or it is not cleared yet. */
export async function documentAttachment(
  ctx: Ctx,
  orderId: number,
  locale: Locale,
  isRequested: (document: TaxDocument) => boolean,
): Promise<MailAttachment[]> {
  const file = await buyerPdfFile({ ...ctx, locale }, orderId, isRequested);
  return file
    ? [
        {
          filename: file.filename,
          contentType: "application/pdf",
          content: async () => (await file.make({ isBackground: true })).bytes,
        },
      ]
    : [];
}

import { z } from "zod";
import { and, eq, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { documentKind } from "#features/invoices/document.schema.server.ts";
import { taxedLines } from "#features/invoices/document.ts";
import { orderPdfFile } from "#features/invoices/documents/documents.server.ts";
import { lastEInvoice, lastState, searchDocuments } from "#features/invoices/einvoices/list.server.ts";
import { correctedCompany, currentCompany } from "#features/invoices/einvoices/seal.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import type { FileAnswer } from "#platform/http/staff-endpoint.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { monthBounds } from "./months.ts";
import { recordId, searchText } from "#platform/http/fields.server.ts";
import { monthField } from "./exports.server.ts";

export const documentSorts = {
  id: taxDocuments.id,
  issued_at: taxDocuments.issuedAt,
  total: taxDocuments.totalHalalas,
} as const;
export const documentFilter = z.object({
  q: searchText(100)
    .optional()
    .meta({ description: "Part of a number, or of the buyer’s name, email, company or VAT number" }),
  kind: documentKind.optional(),
  month: monthField().optional(),
  shown_month: monthField().optional().meta({ description: "Month to list when there is no `q`; a search ignores it" }),
  order_id: recordId().optional(),
});
export type DocumentFilter = z.output<typeof documentFilter>;

const originals = alias(taxDocuments, "original");
function selectDocuments(ctx: Ctx) {
  const einvoice = lastEInvoice(ctx);
  return ctx.db
    .select({
      document: taxDocuments,
      original: originals.number,
      correctedCompany: correctedCompany("production"),
      einvoice: { id: einvoice.id, state: einvoice.state },
    })
    .from(taxDocuments)
    .leftJoin(originals, eq(originals.id, taxDocuments.originalId))
    .leftJoinLateral(einvoice, sql`true`)
    .$dynamic();
}
type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];

function toRow(row: DocumentRow) {
  const { document, original, einvoice } = row;
  const { id, kind, number, orderId, issuedAt, buyer, netHalalas, taxHalalas, totalHalalas } = document;
  return {
    id,
    kind,
    number,
    originalNumber: original,
    orderId,
    issuedAt: issuedAt.toISOString(),
    buyer: {
      name: buyer.name,
      email: buyer.email,
      company: currentCompany(row.document.buyer, row.correctedCompany)?.name ?? null,
    },
    subTotal: decimalFromHalalas(netHalalas),
    tax: decimalFromHalalas(taxHalalas),
    total: decimalFromHalalas(totalHalalas),
    einvoice: einvoice && { id: einvoice.id, state: lastState(einvoice.state) },
  };
}

function whereDocuments(
  ctx: Ctx,
  { q, kind, month, shown_month: shownMonth, order_id: orderId }: DocumentFilter,
): SQL | undefined {
  const listedMonth = month ?? (q === undefined ? shownMonth : undefined);
  const bounds = listedMonth === undefined ? null : monthBounds(listedMonth);
  return and(
    q === undefined ? undefined : inArray(taxDocuments.id, searchDocuments(ctx, "production", q)),
    kind === undefined ? undefined : eq(taxDocuments.kind, kind),
    bounds ? gte(taxDocuments.issuedAt, bounds.from) : undefined,
    bounds ? lt(taxDocuments.issuedAt, bounds.to) : undefined,
    orderId === undefined ? undefined : eq(taxDocuments.orderId, orderId),
  );
}

/** Lists tax invoices and credit notes, newest first by default. */
export async function listDocuments(
  ctx: Ctx,
  query: ListQuery<keyof typeof documentSorts, DocumentFilter>,
): Promise<ListPage<ReturnType<typeof toRow>>> {
  requirePermission(ctx, listDocuments.permission);
  const { rows, ...pageInfo } = await readPage(ctx, query, {
    rows: selectDocuments(ctx),
    where: whereDocuments(ctx, query.filter),
    sorts: documentSorts,
    tie: taxDocuments.id,
  });
  return { data: rows.map(toRow), ...pageInfo };
}
listDocuments.permission = "finance.read" as const;

async function findDocument(ctx: Ctx, id: number): Promise<DocumentRow> {
  const [row] = await selectDocuments(ctx).where(eq(taxDocuments.id, id));
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Reads a document with its lines. Throws NotFound. */
export async function readDocument(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readDocument.permission);
  const row = await findDocument(ctx, id);
  const { document } = row;
  return {
    ...toRow(row),
    reason: document.reason,
    taxPercent: document.taxPercent,
    vat_number: currentCompany(row.document.buyer, row.correctedCompany)?.vat_number ?? null,
    hash: document.hash,
    lines: taxedLines(document).map((line) => ({
      name_eng: line.nameEng,
      name_ar: line.nameAr,
      qty: line.qty,
      amount: decimalFromHalalas(line.amountHalalas),
      tax: decimalFromHalalas(line.taxHalalas),
      total: decimalFromHalalas(line.totalHalalas),
    })),
  };
}
readDocument.permission = "finance.read" as const;

/** Renders a document as PDF. Throws NotFound, QueueFull. */
export async function documentPdf(ctx: Ctx, { id }: { id: number }): Promise<FileAnswer> {
  requirePermission(ctx, documentPdf.permission);
  const { document } = await findDocument(ctx, id);
  const file = await orderPdfFile(ctx, document.orderId, (candidate) => candidate.id === id);
  if (!file) throw noSuchRecord(ctx);
  const { bytes, filename } = await file.make();
  return { name: filename, type: "application/pdf", body: bytes };
}
documentPdf.permission = "finance.read" as const;

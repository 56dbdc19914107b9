import {
  buyerPdfFile,
  readOrderDocuments,
  type OrderDocuments,
} from "#features/invoices/documents/documents.server.ts";
import type { DownloadFile } from "#features/invoices/pdf.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { requireOwnOrder } from "#features/orders/own-order.server.ts";

/** Lists the documents of the caller's order, oldest first; none until it is paid. Throws Unauthenticated, NotFound. */
export async function orderDocuments(ctx: Ctx, input: { order_id: number }): Promise<OrderDocuments> {
  await requireOwnOrder(ctx, input.order_id);
  return readOrderDocuments(ctx, input.order_id);
}

/**
 * Draws a document of the caller's order as PDF, by default the invoice. Throws Unauthenticated, NotFound (also for one
 * that is not cleared yet), RateLimited, QueueFull.
 */
export async function orderDocument(
  ctx: Ctx,
  input: { order_id: number; document_id?: number | undefined },
): Promise<DownloadFile> {
  await consumeRateLimit(ctx, "documentPerAccount", requireViewer(ctx).id);
  await requireOwnOrder(ctx, input.order_id);
  const file = await buyerPdfFile(ctx, input.order_id, ({ id, kind }) =>
    input.document_id === undefined ? kind === "invoice" : id === input.document_id,
  );
  if (!file) throw new NotFound(m.invoicing_document_not_found({}, { locale: ctx.locale }));
  return file.make();
}

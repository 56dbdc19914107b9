import type { Ctx } from "#platform/context.server.ts";
import { creditTotals, splitGross, type DocumentTotals } from "./document.ts";
import { creditedSoFar, findInvoice } from "./issue.server.ts";

/**
 * The sums of the credit note that a refund would have; without an invoice there is none, and the VAT is that of the
 * order.
 */
export async function quoteCredit(
  ctx: Ctx,
  orderId: number,
  amountHalalas: number,
  taxPercent: number,
): Promise<DocumentTotals & { hasInvoice: boolean }> {
  const invoice = await findInvoice(ctx, orderId);
  if (!invoice) return { ...splitGross(amountHalalas, taxPercent), hasInvoice: false };
  return { ...creditTotals(invoice, await creditedSoFar(ctx, invoice.id), amountHalalas), hasInvoice: true };
}

import { and, desc, eq, inArray, lt, not, or, sql } from "drizzle-orm";
import { isReissuedSql } from "#features/invoices/einvoices/seal.server.ts";
import { einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { getEnvironment } from "#features/invoices/einvoices/units.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import type { Discrepancy } from "#features/payments/discrepancies.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import { dayMs } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";

/**
 * E-invoices that the tax authority rejected and no one has corrected, and documents of companies that it has not
 * cleared for a day. None while e-invoicing is off.
 */
export async function undecidedEInvoices(ctx: Ctx): Promise<Discrepancy[]> {
  const environment = getEnvironment(await einvoicingSettings(ctx));
  if (!environment) return [];
  const dayAgo = new Date(ctx.now().getTime() - dayMs);
  const isOverdue = and(
    eq(einvoices.state, "sealed"),
    lt(taxDocuments.issuedAt, dayAgo),
    sql`${taxDocuments.nameCode} like '01%'`,
  );
  const { id, state, messages } = einvoices;
  const rows = await ctx.db
    .select({ id, state, messages, number: taxDocuments.number, orderId: taxDocuments.orderId })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
    .where(
      and(eq(einvoices.environment, environment), or(isOverdue, and(eq(state, "rejected"), not(isReissuedSql(ctx))))),
    );
  if (rows.length === 0) return [];
  const orderIds = rows.map(({ orderId }) => orderId);
  const paid = await ctx.db
    .select({ id: payments.id, orderId: payments.orderId })
    .from(payments)
    .where(inArray(payments.orderId, orderIds))
    .orderBy(desc(payments.settledAt));
  return rows.map(({ id: einvoiceId, state, messages, number: documentNumber, orderId }): Discrepancy => {
    const kind = state === "rejected" ? "einvoice-rejected" : "einvoice-overdue";
    const paymentId = paid.find((one) => one.orderId === orderId)?.id ?? documentNumber;
    const problem = messages?.map(({ code, text }) => `${code}: ${text}`).join("; ") ?? null;
    return { kind, orderId, paymentId, detail: documentNumber, facts: { einvoiceId, documentNumber, problem } };
  });
}

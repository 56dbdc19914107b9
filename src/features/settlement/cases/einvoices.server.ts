import { and, desc, eq, gt, inArray, lt, not, sql } from "drizzle-orm";
import type { EInvoiceEnvironment } from "#features/invoices/einvoices/authority.ts";
import { isReissuedSql } from "#features/invoices/einvoices/seal.server.ts";
import { einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { activeUnit, getEnvironment } from "#features/invoices/einvoices/units.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import type { Discrepancy } from "#features/payments/discrepancies.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import { dayMs } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";

interface Undecided {
  kind: "einvoice-rejected" | "einvoice-overdue";
  /** For a rejected e-invoice only: an overdue document stays the same case when it is sealed. */
  einvoiceId?: number;
  orderId: number;
  documentNumber: string;
  problem: string | null;
}

/** Finds e-invoices that the tax authority rejected and nobody has corrected. */
async function rejectedEInvoices(ctx: Ctx, environment: EInvoiceEnvironment): Promise<Undecided[]> {
  const { id, messages } = einvoices;
  const { number: documentNumber, orderId } = taxDocuments;
  const rows = await ctx.db
    .select({ einvoiceId: id, messages, documentNumber, orderId })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
    .where(and(eq(einvoices.environment, environment), eq(einvoices.state, "rejected"), not(isReissuedSql(ctx))));
  return rows.map(({ messages, ...row }) => ({
    ...row,
    kind: "einvoice-rejected",
    problem: messages?.map(({ code, text }) => `${code}: ${text}`).join("; ") ?? null,
  }));
}

/**
 * Finds company documents that the tax authority has not cleared within a day, also those that could not be sealed.
 * Finds none in a rehearsal, because buyers have their documents then.
 */
async function overdueDocuments(ctx: Ctx, environment: EInvoiceEnvironment): Promise<Undecided[]> {
  const unit = environment === "production" ? await activeUnit(ctx, environment) : null;
  if (!unit) return [];
  const dayAgo = new Date(ctx.now().getTime() - dayMs);
  const isOverdue = and(lt(taxDocuments.issuedAt, dayAgo), sql`${taxDocuments.nameCode} like '01%'`);
  const { number: documentNumber, orderId } = taxDocuments;
  const sealed = await ctx.db
    .select({ documentNumber, orderId })
    .from(einvoices)
    .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
    .where(and(eq(einvoices.environment, environment), eq(einvoices.state, "sealed"), isOverdue));
  const unsealed = await ctx.db
    .select({ documentNumber, orderId })
    .from(taxDocuments)
    .where(and(gt(taxDocuments.counter, unit.sealedUpTo), isOverdue));
  return [...sealed, ...unsealed].map((row) => ({ ...row, kind: "einvoice-overdue", problem: null }));
}

/** Finds documents that the tax authority rejected or has not cleared within a day; none while e-invoicing is off. */
export async function undecidedEInvoices(ctx: Ctx): Promise<Discrepancy[]> {
  const environment = getEnvironment(await einvoicingSettings(ctx));
  if (!environment) return [];
  const rows = [...(await rejectedEInvoices(ctx, environment)), ...(await overdueDocuments(ctx, environment))];
  if (rows.length === 0) return [];
  const orderIds = rows.map(({ orderId }) => orderId);
  const orderPayments = await ctx.db
    .select({ id: payments.id, orderId: payments.orderId })
    .from(payments)
    .where(inArray(payments.orderId, orderIds))
    .orderBy(desc(payments.settledAt));
  return rows.map(({ kind, orderId, ...facts }): Discrepancy => {
    const paymentId = orderPayments.find((one) => one.orderId === orderId)?.id ?? facts.documentNumber;
    return { kind, orderId, paymentId, detail: facts.documentNumber, facts };
  });
}

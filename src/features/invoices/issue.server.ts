import { and, eq, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { sellerSettings } from "#features/settings/settings.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { m } from "#messages";
import { getLineDiscount, lineNet } from "#features/orders/pricing.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { taxDocuments } from "./tables.server.ts";
import {
  creditTotals,
  lineTaxes,
  supplyRange,
  type DocumentBuyer,
  type DocumentDiscount,
  type DocumentLine,
  type DocumentPayment,
  type DocumentTotals,
  splitGross,
} from "./document.ts";
import { writeDocument, type TaxDocument } from "./write-document.server.ts";

export type { TaxDocument };

interface OrderFacts extends DocumentTotals {
  currency: string;
  taxPercent: number;
  buyer: DocumentBuyer;
  payment: DocumentPayment;
  lines: Omit<DocumentLine, "taxHalalas">[];
}

/** The `discount` field of a line; absent without a discount, as in older documents. */
const withDiscount = (discount: DocumentDiscount | null) => discount && { discount };

async function readOrderFacts(ctx: Ctx, orderId: number): Promise<Omit<OrderFacts, "payment">> {
  const rows = await ctx.db
    .select({ order: orders, name: users.name, email: users.email, line: orderLines, run: courseRuns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .where(eq(orders.id, orderId))
    .orderBy(orderLines.id);
  const [first] = rows;
  if (!first) throw new Error(`Order ${orderId} is gone`);
  const { order, name, email } = first;
  return {
    currency: order.currency,
    taxPercent: order.taxPercent,
    netHalalas: order.subTotalHalalas,
    taxHalalas: order.taxHalalas,
    totalHalalas: order.totalHalalas,
    buyer: { name, email, billing: order.billing, company: order.invoiceRecipient },
    lines: rows.map(({ line, run }) => ({
      nameEng: line.nameEng,
      nameAr: line.nameAr,
      qty: line.qty,
      unitPriceHalalas: line.unitPriceHalalas,
      amountHalalas: lineNet(line),
      ...withDiscount(getLineDiscount(line)),
      supplyFrom: run.startDate,
      supplyTo: run.endDate,
    })),
  };
}

async function findInvoice(ctx: Ctx, orderId: number): Promise<TaxDocument | undefined> {
  const isInvoice = and(eq(taxDocuments.orderId, orderId), eq(taxDocuments.kind, "invoice"));
  const [invoice] = await ctx.db.select().from(taxDocuments).where(isInvoice);
  return invoice;
}

/**
 * Issues the invoice of a locked order, or returns the existing one. Call it last in the transaction: it locks the
 * counter of numbers, for which other buyers wait.
 */
export async function issueInvoice(ctx: Ctx, orderId: number, payment: DocumentPayment): Promise<TaxDocument> {
  const issued = await findInvoice(ctx, orderId);
  if (issued) return issued;
  const facts = await readOrderFacts(ctx, orderId);
  const amounts = facts.lines.map(({ amountHalalas }) => amountHalalas);
  const taxes = lineTaxes(amounts, facts.taxPercent, facts.taxHalalas);
  const lines = facts.lines.map((line, index) => ({ ...line, taxHalalas: taxes[index] ?? 0 }));
  const seller = await sellerSettings(ctx);
  const document = { ...facts, payment, lines, seller, issuedAt: ctx.now(), originalNumber: null, reason: null };
  return writeDocument(ctx, { ...document, kind: "invoice" }, { orderId, originalId: null, refundId: null });
}

/** The discount on credited seats; null without one, or when the credited amount is not the price of the seats. */
function creditedDiscount(
  line: typeof orderLines.$inferSelect,
  seats: number,
  netHalalas: number,
): DocumentDiscount | null {
  const discount = getLineDiscount(line);
  const isSeatPrice = Math.abs((lineNet(line) * seats) / line.qty - netHalalas) <= seats;
  return discount && isSeatPrice ? { ...discount, halalas: line.unitPriceHalalas * seats - netHalalas } : null;
}

/**
 * Builds the line of a note over part of an invoice. It names the course if all cancelled seats are of one course, else
 * the number of the invoice. `cancelled` is the run of each cancelled seat.
 */
async function buildPartialLine(
  ctx: Ctx,
  invoice: TaxDocument,
  { netHalalas, taxHalalas }: DocumentTotals,
  cancelled: readonly number[],
): Promise<DocumentLine> {
  const [runId, ...otherRunIds] = new Set(cancelled);
  const whereRun = and(eq(orderLines.orderId, invoice.orderId), eq(orderLines.runId, runId ?? 0));
  const [course] = otherRunIds.length > 0 ? [] : await ctx.db.select().from(orderLines).where(whereRun);
  const credited = invoice.lines.filter(({ nameEng }) => nameEng === course?.nameEng);
  const supply = supplyRange(credited.length > 0 ? credited : invoice.lines);
  const discount = course ? creditedDiscount(course, cancelled.length, netHalalas) : null;
  const countText = (locale: Locale) => m.orders_seats({ count: cancelled.length }, { locale });
  return {
    nameEng: course ? `${countText("en")}: ${course.nameEng}` : `Partial refund of invoice ${invoice.number}`,
    nameAr: course
      ? `${countText("ar")}: ${course.nameAr ?? course.nameEng}`
      : `استرداد جزئي من الفاتورة ${invoice.number}`,
    qty: 1,
    unitPriceHalalas: netHalalas + (discount?.halalas ?? 0),
    amountHalalas: netHalalas,
    ...withDiscount(discount),
    taxHalalas,
    ...(supply && { supplyFrom: supply.from, supplyTo: supply.to }),
  };
}

/** Sums the credit notes of an invoice. */
async function sumCreditNotes(ctx: Ctx, invoiceId: number): Promise<DocumentTotals> {
  const { netHalalas, taxHalalas, totalHalalas } = taxDocuments;
  const [sums] = await ctx.db
    .select({
      netHalalas: sql<number>`coalesce(sum(${netHalalas}), 0)::int`,
      taxHalalas: sql<number>`coalesce(sum(${taxHalalas}), 0)::int`,
      totalHalalas: sql<number>`coalesce(sum(${totalHalalas}), 0)::int`,
    })
    .from(taxDocuments)
    .where(eq(taxDocuments.originalId, invoiceId));
  return sums ?? { netHalalas: 0, taxHalalas: 0, totalHalalas: 0 };
}

/**
 * Issues a refund's credit note once. Call it in the transaction that records the refund and holds the order lock.
 * `cancelled` is the run of each cancelled seat. Resolves with null when the order has no invoice, because the payment
 * bought nothing. Throws CreditAboveInvoiceError.
 */
export async function issueCreditNote(
  ctx: Ctx,
  refund: { id: number; orderId: number; amountHalalas: number; reason: string; cancelled?: readonly number[] },
): Promise<TaxDocument | null> {
  const invoice = await findInvoice(ctx, refund.orderId);
  if (!invoice) return null;
  const [issued] = await ctx.db.select().from(taxDocuments).where(eq(taxDocuments.refundId, refund.id));
  if (issued) return issued;
  const totals = creditTotals(invoice, await sumCreditNotes(ctx, invoice.id), refund.amountHalalas);
  const isWhole = totals.totalHalalas === invoice.totalHalalas;
  const lines = isWhole ? invoice.lines : [await buildPartialLine(ctx, invoice, totals, refund.cancelled ?? [])];
  // The seller is copied from the invoice: the settings may have changed since.
  const { currency, taxPercent, seller, buyer, payment } = invoice;
  const creditNote = { ...totals, currency, taxPercent, seller, buyer, payment, lines, issuedAt: ctx.now() };
  return writeDocument(
    ctx,
    { ...creditNote, kind: "credit-note", originalNumber: invoice.number, reason: refund.reason },
    { orderId: refund.orderId, originalId: invoice.id, refundId: refund.id },
  );
}

/**
 * Calculates the credit note that a refund would get, without writing it. If the order has no invoice, the VAT is
 * calculated with the order's rate.
 */
export async function quoteCredit(
  ctx: Ctx,
  orderId: number,
  amountHalalas: number,
  taxPercent: number,
): Promise<DocumentTotals & { hasInvoice: boolean }> {
  const invoice = await findInvoice(ctx, orderId);
  if (!invoice) return { ...splitGross(amountHalalas, taxPercent), hasInvoice: false };
  return { ...creditTotals(invoice, await sumCreditNotes(ctx, invoice.id), amountHalalas), hasInvoice: true };
}

import { and, eq, gt, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { lockOrders } from "#features/orders/locks.server.ts";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { isShownPaymentSql } from "#features/payments/open-payment.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { meansOf } from "./settle.server.ts";

/** A seat free of charge has none. */
async function ordersWithoutDocuments(ctx: Ctx): Promise<number[]> {
  const { id } = orders;
  const invoice = ctx.db
    .select({ id: taxDocuments.id })
    .from(taxDocuments)
    .where(and(eq(taxDocuments.orderId, id), eq(taxDocuments.kind, "invoice")));
  const note = ctx.db.select({ id: taxDocuments.id }).from(taxDocuments).where(eq(taxDocuments.refundId, refunds.id));
  const isPaid = or(isNotNull(orders.paidAt), inArray(orders.status, ["paid", "partially_refunded"]));
  const withoutInvoice = ctx.db
    .select({ id })
    .from(orders)
    .where(and(isPaid, gt(orders.totalHalalas, 0), notExists(invoice)));
  const withoutNote = ctx.db
    .select({ id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, id))
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(eq(refunds.status, "done"), isNotNull(orders.paidAt), isNotNull(payments.settledAt), notExists(note)));
  const rows = await union(withoutInvoice, withoutNote)
    .orderBy(sql`1`)
    .limit(500);
  return rows.map((row) => row.id);
}

/** Job: issues missing documents of orders older than invoicing. Idempotent; one transaction per order. */
export async function issueMissingDocuments(ctx: Ctx): Promise<void> {
  for (const orderId of await ordersWithoutDocuments(ctx)) {
    await inTransaction(ctx, async (ctx) => {
      await lockOrders(ctx, ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).$dynamic());
      const [paidWith] = await ctx.db
        .select()
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(and(eq(payments.orderId, orderId), isShownPaymentSql(ctx)));
      await issueInvoice(ctx, orderId, paidWith ? meansOf(paidWith.payment) : { cardScheme: null, cardMasked: null });
      const { id, amountHalalas, reason } = refunds;
      const done = await ctx.db
        .select({ id, amountHalalas, reason })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .where(and(eq(payments.orderId, orderId), isNotNull(payments.settledAt), eq(refunds.status, "done")))
        .orderBy(id);
      for (const refund of done) await issueCreditNote(ctx, { ...refund, orderId });
    });
  }
}

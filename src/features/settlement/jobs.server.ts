import { paidStatuses } from "#features/orders/order-states.ts";
import { and, eq, inArray, lte, gt, isNotNull, notExists, or, sql } from "drizzle-orm";
import pMap from "p-map";
import { union } from "drizzle-orm/pg-core";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import type { PaymentMethod } from "#features/payments/payment-rules.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { lockOrders } from "#features/orders/locks.server.ts";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { isShownPaymentSql } from "#features/payments/open-payment.server.ts";
import { settlePayment, toDocumentPayment } from "./settle.server.ts";

/** Free seats have no document. */
async function ordersWithoutDocuments(ctx: Ctx): Promise<number[]> {
  const { id } = orders;
  const invoice = ctx.db
    .select({ id: taxDocuments.id })
    .from(taxDocuments)
    .where(and(eq(taxDocuments.orderId, id), eq(taxDocuments.kind, "invoice")));
  const creditNote = ctx.db
    .select({ id: taxDocuments.id })
    .from(taxDocuments)
    .where(eq(taxDocuments.refundId, refunds.id));
  const isPaid = or(isNotNull(orders.paidAt), inArray(orders.status, paidStatuses));
  const withoutInvoice = ctx.db
    .select({ id })
    .from(orders)
    .where(and(isPaid, gt(orders.totalHalalas, 0), notExists(invoice)));
  const withoutNote = ctx.db
    .select({ id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, id))
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(
      and(eq(refunds.status, "done"), isNotNull(orders.paidAt), isNotNull(payments.settledAt), notExists(creditNote)),
    );
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
      await issueInvoice(
        ctx,
        orderId,
        paidWith ? toDocumentPayment(paidWith.payment) : { cardScheme: null, cardMasked: null },
      );
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

/** Per round, and in parallel: the provider publishes no limit. */
const roundSize = 100;
const atOnce = 8;
/** Maximum rounds in one run, so that refunds get their turn. */
const longestMs = 40_000;
/** Length of a lease: the payment is free again after its process died. */
const claimSeconds = 25;

async function claimDuePayments(ctx: Ctx, by: PaymentMethod): Promise<{ id: string }[]> {
  const now = ctx.now();
  const { id, method, checkAt } = payments;
  const due = ctx.db
    .select({ id })
    .from(payments)
    .where(and(eq(method, by), lte(checkAt, now)))
    .orderBy(checkAt)
    .limit(roundSize)
    .for("update", { skipLocked: true });
  return ctx.db
    .update(payments)
    .set({ checkAt: new Date(now.getTime() + claimSeconds * 1000) })
    .where(inArray(id, due))
    .returning({ id });
}

/**
 * Handles due payments (`check_at`) in rounds of 100 while rounds are full; each payment in one process at a time.
 * Failures are logged and retried after 25 s. Stops after a round where everything failed, for example because the
 * provider is down.
 */
export async function forDuePayments(
  ctx: Ctx,
  method: PaymentMethod,
  handlePayment: (ctx: Ctx, paymentId: string) => Promise<unknown>,
): Promise<void> {
  const tryOne = async ({ id }: { id: string }) => {
    try {
      await handlePayment(ctx, id);
      return true;
    } catch (error) {
      ctx.log.warn({ payment_id: id, ...errorForLog(error) }, "payment not settled yet");
      return false;
    }
  };
  const began = performance.now();
  for (;;) {
    const due = await claimDuePayments(ctx, method);
    const done = await pMap(due, tryOne, { concurrency: atOnce });
    if (due.length < roundSize || !done.includes(true) || performance.now() - began > longestMs) return;
  }
}

/** Job in case browser and webhook fail: settles due card payments, ends expired orders and processes refunds. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "card", settlePayment);
  await processRefunds(ctx);
}

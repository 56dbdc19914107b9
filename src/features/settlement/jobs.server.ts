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

/** Finds up to 500 paid orders that lack an invoice or a credit note. Orders of free seats need none. */
async function findOrdersWithoutDocuments(ctx: Ctx): Promise<number[]> {
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

/** Job: issues missing documents of orders from before invoicing. Idempotent; one transaction per order. */
export async function issueMissingDocuments(ctx: Ctx): Promise<void> {
  for (const orderId of await findOrdersWithoutDocuments(ctx)) {
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

/** Payments per round, and how many of them at the same time. The provider publishes no limit. */
const roundSize = 100;
const concurrency = 8;
/** After this time a run begins no further round, so that refunds get their turn. */
const maxRunMs = 40_000;
/** Length of a claim: if the process dies, another one can take the payment after this time. */
const claimSeconds = 25;

async function claimDuePayments(ctx: Ctx, paymentMethod: PaymentMethod): Promise<{ id: string }[]> {
  const now = ctx.now();
  const { id, method, checkAt } = payments;
  const due = ctx.db
    .select({ id })
    .from(payments)
    .where(and(eq(method, paymentMethod), lte(checkAt, now)))
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
 * Handles due payments (`check_at`) in rounds of 100, as long as rounds are full. Only one process handles a payment at
 * a time. Failures are logged and retried after 25 s. Stops after 40 s (`maxRunMs`), or after a round in which every
 * payment failed, for example because the provider is down.
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
  const startedAtMs = performance.now();
  for (;;) {
    const due = await claimDuePayments(ctx, method);
    const done = await pMap(due, tryOne, { concurrency });
    if (due.length < roundSize || !done.includes(true) || performance.now() - startedAtMs > maxRunMs) return;
  }
}

/** Job: settles due card payments (if browser and webhook failed), ends expired orders and processes refunds. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "card", settlePayment);
  await processRefunds(ctx);
}

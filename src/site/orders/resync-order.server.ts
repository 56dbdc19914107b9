import { and, eq } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { EnrolmentState } from "#features/enrolments/enrolment-states.ts";
import { readSeats } from "#features/enrolments/seats.server.ts";
import { taxDocuments } from "#features/invoicing/tables.server.ts";
import { refundForeignPayments } from "#features/payments/foreign-payments.server.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import type { ProviderPayment } from "#features/payments/provider.ts";
import { processRefunds } from "#features/payments/refunds.server.ts";
import { settlePayment } from "#features/payments/settle.server.ts";
import { foreignPayments, paymentAttempts, refunds } from "#features/payments/tables.server.ts";

export interface OrderReport {
  order: {
    id: number;
    status: string;
    reason: string | null;
    totalHalalas: number;
    paymentId: string;
    paymentStatus: string;
    checkAt: Date | null;
  };
  lines: { runId: number; qty: number; seats: EnrolmentState[] }[];
  refunds: { id: number; amountHalalas: number; reason: string; status: string; problem: string | null }[];
  documents: { number: string; totalHalalas: number }[];
  /** What the provider says now; null when it knows no such payment. */
  provider: ProviderPayment | null;
}

/**
 * What we and the provider know of an order, without personal data. Null when there is no such order. For `orders.read`.
 * Throws Unauthenticated, Forbidden, ProviderUnavailable.
 */
export async function orderReport(ctx: Ctx, orderId: number): Promise<OrderReport | null> {
  requirePermission(ctx, "orders.read");
  const { id: paymentId, status: paymentStatus, checkAt } = paymentAttempts;
  const [found] = await ctx.db
    .select({
      order: {
        id: orders.id,
        status: orders.status,
        reason: orders.reason,
        totalHalalas: orders.totalHalalas,
        paymentId,
        paymentStatus,
        checkAt,
      },
    })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(eq(orders.id, orderId));
  if (!found) return null;
  const seats = await readSeats(ctx, [orderId]);
  const lines = await ctx.db
    .select({ runId: orderLines.runId, qty: orderLines.qty })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  const { id, amountHalalas, reason, status, problem } = refunds;
  const itsRefunds = await ctx.db
    .select({ id, amountHalalas, reason, status, problem })
    .from(refunds)
    .where(eq(refunds.attemptId, found.order.paymentId))
    .orderBy(id);
  const documents = await ctx.db
    .select({ number: taxDocuments.number, totalHalalas: taxDocuments.totalHalalas })
    .from(taxDocuments)
    .where(eq(taxDocuments.orderId, orderId))
    .orderBy(taxDocuments.id);
  const provider = await paymentProvider(ctx.env).fetchPayment(found.order.paymentId);
  const linesWithSeats = lines.map((line) => ({
    ...line,
    seats: seats.filter(({ runId }) => runId === line.runId).map(({ state }) => state),
  }));
  return { order: found.order, lines: linesWithSeats, refunds: itsRefunds, documents, provider };
}

/** Sets back what was left to a person, so that it is tried again. */
async function retryLeftToPerson(ctx: Ctx, orderId: number, paymentId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const own = await ctx.db
      .update(refunds)
      .set({ status: "requested", problem: null, claimedUntil: null })
      .where(and(eq(refunds.attemptId, paymentId), eq(refunds.status, "needs-person")))
      .returning({ id: refunds.id });
    const foreign = await ctx.db
      .update(foreignPayments)
      .set({ status: "requested", problem: null })
      .where(and(eq(foreignPayments.orderId, orderId), eq(foreignPayments.status, "needs-person")))
      .returning({ id: foreignPayments.id });
    const after = { refundIds: own.map(({ id }) => id), foreignPaymentIds: foreign.map(({ id }) => id) };
    await audit(ctx, { action: "order.resynced", entity: "order", entityId: orderId, after });
  });
}

/**
 * Fetches the payment and brings the order in line with it: paid there becomes paid or refunded here, refunds made
 * there are recorded, and refunds left to a person are retried, also of foreign payments that name the order. Safe to
 * repeat. Answers with the account afterwards, null when there is no such order. For `orders.resolve`. Throws
 * Unauthenticated, Forbidden, ProviderUnavailable.
 */
export async function resyncOrder(ctx: Ctx, orderId: number): Promise<OrderReport | null> {
  requirePermission(ctx, "orders.resolve");
  const before = await orderReport(ctx, orderId);
  if (!before) return null;
  const { paymentId } = before.order;
  // External refunds first: one of them may be the very refund that waits for a person.
  await settlePayment(ctx, paymentId);
  await retryLeftToPerson(ctx, orderId, paymentId);
  await refundForeignPayments(ctx);
  for (let turns = before.refunds.length + 1; turns > 0; turns--) await processRefunds(ctx, paymentId);
  return orderReport(ctx, orderId);
}

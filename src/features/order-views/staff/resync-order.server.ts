import { and, desc, eq, inArray } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { EnrolmentState } from "#features/seats/enrolment-states.ts";
import { readSeats } from "#features/seats/seats.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { refundForeignPayments } from "#features/settlement/foreign-payments.server.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import type { ProviderPayment } from "#features/payments/provider.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { foreignPayments, payments, refunds } from "#features/payments/tables.server.ts";

export interface OrderReport {
  order: { id: number; status: string; reason: string | null; totalHalalas: number };
  /** Newest first. `provider` is a card payment as the provider has it now; null if unknown there, or not by card. */
  payments: {
    id: string;
    method: string;
    status: string;
    amountHalalas: number;
    settledAt: Date | null;
    dueOn: string | null;
    checkAt: Date | null;
    provider: ProviderPayment | null;
  }[];
  lines: { runId: number; qty: number; seats: EnrolmentState[] }[];
  refunds: { id: number; amountHalalas: number; reason: string; status: string; problem: string | null }[];
  documents: { number: string; totalHalalas: number }[];
}

async function reportPayments(ctx: Ctx, orderId: number): Promise<OrderReport["payments"]> {
  const { id, method, status, amountHalalas, settledAt, dueOn, checkAt } = payments;
  const rows = await ctx.db
    .select({ id, method, status, amountHalalas, settledAt, dueOn, checkAt })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.number));
  return Promise.all(
    rows.map(async (payment) => ({
      ...payment,
      provider: payment.method === "card" ? await paymentProvider(ctx.env).fetchPayment(payment.id) : null,
    })),
  );
}

/**
 * Reads the state of an order, with its card payments as the provider has them. Has no personal data. Returns null for
 * no such order. Needs the permission `orders.read`. Throws Unauthenticated, Forbidden, ProviderUnavailable.
 */
export async function orderReport(ctx: Ctx, orderId: number): Promise<OrderReport | null> {
  requirePermission(ctx, "orders.read");
  const { id, status, reason, totalHalalas } = orders;
  const [order] = await ctx.db.select({ id, status, reason, totalHalalas }).from(orders).where(eq(id, orderId));
  if (!order) return null;
  const seats = await readSeats(ctx, [orderId]);
  const lines = await ctx.db
    .select({ runId: orderLines.runId, qty: orderLines.qty })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  const { amountHalalas, problem } = refunds;
  const orderRefunds = await ctx.db
    .select({ id: refunds.id, amountHalalas, reason: refunds.reason, status: refunds.status, problem })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, orderId))
    .orderBy(refunds.id);
  const documents = await ctx.db
    .select({ number: taxDocuments.number, totalHalalas: taxDocuments.totalHalalas })
    .from(taxDocuments)
    .where(eq(taxDocuments.orderId, orderId))
    .orderBy(taxDocuments.id);
  const linesWithSeats = lines.map((line) => ({
    ...line,
    seats: seats.filter(({ runId }) => runId === line.runId).map(({ state }) => state),
  }));
  const orderPayments = await reportPayments(ctx, orderId);
  return { order, payments: orderPayments, lines: linesWithSeats, refunds: orderRefunds, documents };
}

/** Retries the refunds that were left to a person, also those of foreign payments that name the order. */
async function retryLeftToPerson(ctx: Ctx, orderId: number, cardIds: string[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const retriedRefunds = await ctx.db
      .update(refunds)
      .set({ status: "requested", problem: null, claimedUntil: null })
      .where(and(inArray(refunds.paymentId, cardIds), eq(refunds.status, "needs-person")))
      .returning({ id: refunds.id });
    const retriedForeign = await ctx.db
      .update(foreignPayments)
      .set({ status: "requested", problem: null })
      .where(and(eq(foreignPayments.orderId, orderId), eq(foreignPayments.status, "needs-person")))
      .returning({ id: foreignPayments.id });
    const after = {
      refundIds: retriedRefunds.map(({ id }) => id),
      foreignPaymentIds: retriedForeign.map(({ id }) => id),
    };
    await audit(ctx, { action: "order.resynced", entity: "order", entityId: orderId, after });
  });
}

/**
 * Records the provider's payments and refunds, and retries refunds left to a person. Safe to repeat. Returns null for
 * no such order. Throws ProviderUnavailable.
 */
export async function resyncOrder(ctx: Ctx, orderId: number): Promise<OrderReport | null> {
  requirePermission(ctx, resyncOrder.permission);
  const before = await orderReport(ctx, orderId);
  if (!before) return null;
  const cardIds = before.payments.filter(({ method }) => method === "card").map(({ id }) => id);
  // First records refunds that were made at the provider: one of them may be the refund that waits for a person.
  for (const id of cardIds) await settlePayment(ctx, id);
  await retryLeftToPerson(ctx, orderId, cardIds);
  await refundForeignPayments(ctx);
  for (let turns = before.refunds.length + 1; turns > 0; turns--)
    for (const id of cardIds) await processRefunds(ctx, id);
  return orderReport(ctx, orderId);
}
resyncOrder.permission = "orders.resolve" as const;

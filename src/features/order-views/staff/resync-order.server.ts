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
  /** Newest first; `provider`: its present state of a card payment, null when unknown there. */
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
 * Without personal data; null for no such order. For `orders.read`. Throws Unauthenticated, Forbidden,
 * ProviderUnavailable.
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
  const itsRefunds = await ctx.db
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
  const itsPayments = await reportPayments(ctx, orderId);
  return { order, payments: itsPayments, lines: linesWithSeats, refunds: itsRefunds, documents };
}

/** Also of foreign payments that name the order. */
async function retryLeftToPerson(ctx: Ctx, orderId: number, cardIds: string[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const own = await ctx.db
      .update(refunds)
      .set({ status: "requested", problem: null, claimedUntil: null })
      .where(and(inArray(refunds.paymentId, cardIds), eq(refunds.status, "needs-person")))
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
 * Records the provider's payments and refunds, and retries refunds left to a person. Safe to repeat. Returns null for
 * no such order. Throws ProviderUnavailable.
 */
export async function resyncOrder(ctx: Ctx, orderId: number): Promise<OrderReport | null> {
  requirePermission(ctx, resyncOrder.permission);
  const before = await orderReport(ctx, orderId);
  if (!before) return null;
  const cards = before.payments.filter(({ method }) => method === "card").map(({ id }) => id);
  // External refunds first: one may be the refund that waits for a person.
  for (const id of cards) await settlePayment(ctx, id);
  await retryLeftToPerson(ctx, orderId, cards);
  await refundForeignPayments(ctx);
  for (let turns = before.refunds.length + 1; turns > 0; turns--) for (const id of cards) await processRefunds(ctx, id);
  return orderReport(ctx, orderId);
}
resyncOrder.permission = "orders.resolve" as const;

import { and, desc, eq, ne, sql } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import {
  Conflict,
  Forbidden,
  NotFound,
  Unauthenticated,
  Unavailable,
  ValidationError,
  type FieldMap,
} from "#platform/errors.ts";
import { errorForLog } from "#platform/log.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { decimalFromHalalas, formatSar, halalasFromDecimal } from "#i18n/money.ts";
import { m } from "#messages";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { refusalMessage } from "#features/payments/refusal-labels.ts";
import { getSaleRefusal, type PaymentMethod } from "#features/payments/payment-rules.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import { isPaymentId, ProviderUnavailable, type WebhookBody } from "#features/payments/provider.ts";
import { payments, paymentEvents } from "#features/payments/tables.server.ts";
import { readSaleable, saleState, settlePayment, type Settled } from "./settle.server.ts";

interface OwnPayment {
  orderId: number;
  paymentId: string;
  method: PaymentMethod;
  /** When the payment was counted towards the order. */
  settledAt: Date | null;
  status: OrderStatus;
  userId: string;
  subTotalHalalas: number;
  taxHalalas: number;
  totalHalalas: number;
  /** The runs of its order's lines. */
  runIds: number[];
}

async function findPayment(ctx: Ctx, by: { orderId: number } | { paymentId: string }): Promise<OwnPayment | null> {
  const { subTotalHalalas, taxHalalas, totalHalalas, userId, status } = orders;
  const runs = ctx.db.select({ runId: orderLines.runId }).from(orderLines).where(eq(orderLines.orderId, orders.id));
  const [payment] = await ctx.db
    .select({
      orderId: orders.id,
      paymentId: payments.id,
      method: payments.method,
      settledAt: payments.settledAt,
      status,
      userId,
      subTotalHalalas,
      taxHalalas,
      totalHalalas,
      runIds: sql<number[]>`array${runs}`,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where("orderId" in by ? eq(orders.id, by.orderId) : eq(payments.id, by.paymentId))
    .orderBy(desc(payments.number))
    .limit(1);
  return payment ?? null;
}

/** Finds the named payment if it belongs to the named order, else the order's newest payment. */
async function findReported(
  ctx: Ctx,
  { order_id, payment_response: { id } }: ReportedPayment,
): Promise<OwnPayment | null> {
  const named = await findPayment(ctx, { paymentId: id });
  if (order_id === undefined || named?.orderId === order_id) return named;
  return findPayment(ctx, { orderId: order_id });
}

async function settleForBuyer(ctx: Ctx, paymentId: string): Promise<Settled> {
  try {
    const settled = await settlePayment(ctx, paymentId);
    if (settled) return settled;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    ctx.log.warn(
      { request_id: ctx.requestId, payment_id: paymentId, ...errorForLog(error) },
      "card provider unavailable",
    );
    throw new Unavailable(m.payments_provider_unavailable({}, { locale: ctx.locale }));
  }
  throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
}

/** Throws Conflict for an order that can no longer be bought, so that no buyer is sent to the bank for it. */
async function requirePayable(ctx: Ctx, { orderId, status }: Settled): Promise<void> {
  if (status !== "pending" && status !== "expired") return;
  const [order] = await ctx.db
    .select({ status: orders.status, expiresAt: orders.expiresAt })
    .from(orders)
    .where(eq(orders.id, orderId));
  const refusal = order && getSaleRefusal(order, await saleState(ctx, await readSaleable(ctx, orderId)), ctx.now());
  if (refusal)
    throw new Conflict(
      m.payments_order_over({ reason: refusalMessage(refusal, ctx.locale) ?? "" }, { locale: ctx.locale }),
    );
}

export interface ReportedPayment {
  user_id: string;
  order_id?: number | undefined;
  runId: number;
  sub_total: string;
  tax: string;
  total: string;
  payment_response: { id: string };
}

/**
 * Settles a payment after the browser has posted the card. Trusts nothing that the browser reports. Throws
 * Unauthenticated, Forbidden, NotFound (also for another buyer's order), ValidationError (course, totals), Conflict (a
 * payment of another order; an order that can no longer be paid, whose money is refunded), Unavailable (the provider
 * does not respond).
 */
export async function processPayment(ctx: Ctx, input: ReportedPayment): Promise<Settled> {
  const viewer = requireViewer(ctx);
  const { locale } = ctx;
  if (input.user_id !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale }));
  const payment = await findReported(ctx, input);
  if (payment?.userId !== viewer.id) throw new NotFound(m.orders_not_found({}, { locale }));
  const wrong: FieldMap = {};
  if (!payment.runIds.includes(input.runId)) wrong["course_id"] = [m.payments_course_not_in_order({}, { locale })];
  for (const [field, halalas] of [
    ["sub_total", payment.subTotalHalalas],
    ["tax", payment.taxHalalas],
    ["total", payment.totalHalalas],
  ] as const) {
    if (halalasFromDecimal(input[field]) !== halalas)
      wrong[field] = [
        m.payments_total_differs({ amount: isolate(formatSar(decimalFromHalalas(halalas), locale)) }, { locale }),
      ];
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  if (payment.paymentId !== input.payment_response.id || payment.method !== "card")
    throw new Conflict(m.payments_payment_of_another_order({}, { locale }));
  // The webhook was faster. If the order is paid in parts, the rest may still be missing.
  const { orderId, status, settledAt } = payment;
  if (settledAt !== null && status !== "pending") return { orderId, status, transactionUrl: null };
  const settled = await settleForBuyer(ctx, payment.paymentId);
  await requirePayable(ctx, settled);
  return settled;
}

/**
 * Settles after the redirect from the bank, whose status is only a hint. Throws Unauthenticated, NotFound, Unavailable.
 */
export async function updatePaymentStatus(
  ctx: Ctx,
  input: { id: string },
): Promise<{ status: OrderStatus; orderId: number }> {
  const viewer = requireViewer(ctx);
  const payment = await findPayment(ctx, { paymentId: input.id });
  if (payment?.userId !== viewer.id) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const { orderId, status } = payment;
  // Final statuses need no request to the provider, for example when the page is reloaded.
  if (payment.method !== "card" || ["paid", "refunded", "failed"].includes(status)) return { status, orderId };
  const settled = await settleForBuyer(ctx, payment.paymentId);
  return { status: settled.status, orderId };
}

/**
 * Stores an event of the provider once and makes its payment due. The status in the event is ignored. If this process
 * dies, the reconciliation job takes over. Throws Unauthenticated for a wrong secret.
 */
export async function receiveWebhook(ctx: Ctx, body: WebhookBody): Promise<void> {
  const event = paymentProvider(ctx.env).readWebhook(body);
  if (!event.isGenuine) {
    ctx.log.warn({ event: "webhook-refused", request_id: ctx.requestId }, "webhook with a wrong secret");
    throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  }
  if (!event.isOurMode) return;
  const stored = await ctx.db
    .insert(paymentEvents)
    .values({ id: event.id, type: event.type, paymentId: event.paymentId, receivedAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  if (stored.length === 0 || !isPaymentId(event.paymentId)) return;
  // The return page may have settled the payment already.
  const isNews = event.type === "payment_paid" ? ne(payments.status, "paid") : undefined;
  const [payment] = await ctx.db
    .update(payments)
    .set({ checkAt: ctx.now() })
    .where(and(eq(payments.id, event.paymentId), eq(payments.method, "card"), isNews))
    .returning({ id: payments.id });
  if (!payment) return;
  void settlePayment({ ...ctx, actor: { kind: "provider" } }, payment.id).catch((error: unknown) =>
    ctx.log.warn({ payment_id: payment.id, ...errorForLog(error) }, "payment not settled yet"),
  );
}

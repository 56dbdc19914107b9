import { and, eq, ne } from "drizzle-orm";
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
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { m } from "#messages";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { refusalMessage } from "./refusal-labels.ts";
import { refusalOf } from "./payment-rules.ts";
import { paymentProvider } from "./current.server.ts";
import { isPaymentId, ProviderUnavailable, type WebhookBody } from "./provider.ts";
import { readSaleable } from "./saleable.server.ts";
import { saleState } from "./sell.server.ts";
import { settlePayment, type Settled } from "./settle.server.ts";
import { paymentAttempts, paymentEvents } from "./tables.server.ts";

interface OwnAttempt {
  orderId: number;
  attemptId: string;
  userId: string;
  runIds: number[];
  subTotalHalalas: number;
  taxHalalas: number;
  totalHalalas: number;
}

async function findAttempt(ctx: Ctx, by: { orderId: number } | { attemptId: string }): Promise<OwnAttempt | null> {
  const { subTotalHalalas, taxHalalas, totalHalalas, userId } = orders;
  const [attempt] = await ctx.db
    .select({
      orderId: orders.id,
      attemptId: paymentAttempts.id,
      userId,
      subTotalHalalas,
      taxHalalas,
      totalHalalas,
    })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where("orderId" in by ? eq(orders.id, by.orderId) : eq(paymentAttempts.id, by.attemptId));
  if (!attempt) return null;
  const ofOrder = eq(orderLines.orderId, attempt.orderId);
  const lines = await ctx.db.select({ runId: orderLines.runId }).from(orderLines).where(ofOrder);
  return { ...attempt, runIds: lines.map(({ runId }) => runId) };
}

/** Settles, with the provider's silence turned into an answer the buyer understands. */
async function settleForBuyer(ctx: Ctx, attemptId: string): Promise<Settled> {
  try {
    const settled = await settlePayment(ctx, attemptId);
    if (settled) return settled;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    ctx.log.warn(
      { request_id: ctx.requestId, payment_id: attemptId, ...errorForLog(error) },
      "card provider unavailable",
    );
    throw new Unavailable(m.payments_provider_unavailable({}, { locale: ctx.locale }));
  }
  throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
}

/** Refuses an order that a payment could buy nothing with: no one shall be sent to the bank for it. Throws Conflict. */
async function requirePayable(ctx: Ctx, { orderId, status }: Settled): Promise<void> {
  if (status !== "pending" && status !== "expired") return;
  const [order] = await ctx.db
    .select({ status: orders.status, expiresAt: orders.expiresAt })
    .from(orders)
    .where(eq(orders.id, orderId));
  const refusal = order && refusalOf(order, await saleState(ctx, await readSaleable(ctx, orderId)), ctx.now());
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
 * Records that the browser has posted the card: checks that order and payment belong together and to the caller, that
 * the totals the buyer saw are the order's, then asks the provider. Nothing the browser says is believed. Throws
 * Unauthenticated, Forbidden, NotFound (also for another's order), ValidationError (course, totals), Conflict (a
 * payment of another order; an order that can no longer be paid, whose money goes back if it has come), Unavailable
 * (provider silent).
 */
export async function processPayment(ctx: Ctx, input: ReportedPayment): Promise<Settled> {
  const viewer = requireViewer(ctx);
  const { locale } = ctx;
  if (input.user_id !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale }));
  const attempt = await findAttempt(
    ctx,
    input.order_id === undefined ? { attemptId: input.payment_response.id } : { orderId: input.order_id },
  );
  if (!attempt || attempt.userId !== viewer.id) throw new NotFound(m.orders_not_found({}, { locale }));
  const wrong: FieldMap = {};
  if (!attempt.runIds.includes(input.runId)) wrong["course_id"] = [m.payments_course_not_in_order({}, { locale })];
  for (const [field, halalas] of [
    ["sub_total", attempt.subTotalHalalas],
    ["tax", attempt.taxHalalas],
    ["total", attempt.totalHalalas],
  ] as const) {
    if (halalasFromDecimal(input[field]) !== halalas)
      wrong[field] = [m.payments_total_differs({ amount: decimalFromHalalas(halalas) }, { locale })];
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  if (attempt.attemptId !== input.payment_response.id)
    throw new Conflict(m.payments_payment_of_another_order({}, { locale }));
  const settled = await settleForBuyer(ctx, attempt.attemptId);
  await requirePayable(ctx, settled);
  return settled;
}

/**
 * The buyer is back from the bank: `status` is only a hint, the provider is asked. Throws Unauthenticated, NotFound,
 * Unavailable.
 */
export async function updatePaymentStatus(
  ctx: Ctx,
  input: { id: string },
): Promise<{ status: OrderStatus; orderId: number }> {
  const viewer = requireViewer(ctx);
  const attempt = await findAttempt(ctx, { attemptId: input.id });
  if (!attempt || attempt.userId !== viewer.id) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const [known] = await ctx.db.select({ status: orders.status }).from(orders).where(eq(orders.id, attempt.orderId));
  // A reload of the page after the end makes no request to the provider: paid and refunded are final.
  if (known && (known.status === "paid" || known.status === "refunded" || known.status === "failed"))
    return { status: known.status, orderId: attempt.orderId };
  const settled = await settleForBuyer(ctx, attempt.attemptId);
  return { status: settled.status, orderId: settled.orderId };
}

/**
 * The provider's event: stored once, and the payment it names is due at once; the event's own words about status are
 * not read. Answers as soon as it is stored; the reconciliation job is behind it if this process dies. Throws
 * Unauthenticated for a wrong secret.
 */
export async function receiveWebhook(ctx: Ctx, body: WebhookBody): Promise<void> {
  const event = paymentProvider(ctx.env).readWebhook(body);
  if (!event.genuine) {
    ctx.log.warn({ event: "webhook-refused", request_id: ctx.requestId }, "webhook with a wrong secret");
    throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  }
  if (!event.rightMode) return;
  const stored = await ctx.db
    .insert(paymentEvents)
    .values({ id: event.id, type: event.type, paymentId: event.paymentId, receivedAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  if (stored.length === 0 || !isPaymentId(event.paymentId)) return;
  // The return page may have been faster: nothing new can be in an event that says what we know.
  const isNews = event.type === "payment_paid" ? ne(paymentAttempts.status, "paid") : undefined;
  const [attempt] = await ctx.db
    .update(paymentAttempts)
    .set({ checkAt: ctx.now() })
    .where(and(eq(paymentAttempts.id, event.paymentId), isNews))
    .returning({ id: paymentAttempts.id });
  if (!attempt) return;
  void settlePayment({ ...ctx, actor: { kind: "provider" } }, attempt.id).catch((error: unknown) =>
    ctx.log.warn({ payment_id: attempt.id, ...errorForLog(error) }, "payment not settled yet"),
  );
}

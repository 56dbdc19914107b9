import { and, eq, inArray, lt, lte, notExists } from "drizzle-orm";
import type { UnclaimedMailProps } from "#features/settlement/mails/staff-emails.server.ts";
import { publicSettings } from "#features/settings/settings.server.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { queueOrderMail } from "./mails/order-mails.server.ts";
import { claimEnd, waitsUnclaimed } from "#features/payments/claims.server.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import { installationId } from "#features/payments/installation.server.ts";
import {
  isPaymentId,
  ProviderRefused,
  ProviderUnavailable,
  type ProviderPayment,
} from "#features/payments/provider.ts";
import { refundedHalalas } from "#features/payments/refund-rules.ts";
import { foreignPayments, payments } from "#features/payments/tables.server.ts";

/** A payment younger than this may not have been recorded yet. */
const settlingSeconds = 60;
const roundSize = 20;

/** Whether a payment that is not ours is paid, not fully refunded, and old enough to judge. */
export function isForeign(payment: ProviderPayment, now: Date): boolean {
  const isOldEnough =
    payment.createdAt === null || now.getTime() - payment.createdAt.getTime() >= settlingSeconds * 1000;
  return isOldEnough && payment.status === "paid" && refundedHalalas(payment) < payment.amountHalalas;
}

/**
 * Finds the order that a payment names. Null if the payment is of another installation, which uses the same order
 * numbers, or if no such order existed when it was made.
 */
async function findNamedOrder(ctx: Ctx, payment: ProviderPayment): Promise<number | null> {
  const { orderId, createdAt } = payment;
  if (payment.installationId !== (await installationId(ctx))) return null;
  if (orderId === null || !/^[1-9]\d{0,8}$/.test(orderId)) return null;
  // The clocks may differ by one minute.
  const latest = new Date((createdAt ?? ctx.now()).getTime() + 60_000);
  const { id } = orders;
  const isNamed = and(eq(id, Number(orderId)), lt(orders.createdAt, latest));
  const [order] = await ctx.db.select({ id }).from(orders).where(isNamed);
  return order?.id ?? null;
}

/**
 * Whether this database had sold an order before the payment was made. An empty or wrong database must not refund the
 * payments of another one.
 */
async function hadSold(ctx: Ctx, { createdAt }: ProviderPayment): Promise<boolean> {
  if (createdAt === null) return false;
  const [sold] = await ctx.db.select({ id: orders.id }).from(orders).where(lte(orders.paidAt, createdAt)).limit(1);
  return sold !== undefined;
}

const describePayment = ({ amountHalalas, currency }: ProviderPayment) =>
  currency === "SAR"
    ? formatSar(decimalFromHalalas(amountHalalas), "en")
    : `${currency} ${amountHalalas} (smallest unit)`;

interface Unclaimed {
  payment: ProviderPayment;
  orderId: number | null;
}

/**
 * Queues one email to staff about foreign payments: details of the first, and the number of the others. `isRefused`:
 * the provider refused to refund the payment.
 */
async function notifyStaff(ctx: Ctx, unclaimed: readonly Unclaimed[], { isRefused = false } = {}): Promise<void> {
  const [first] = unclaimed;
  if (!first) return;
  const { payment, orderId } = first;
  const { email } = await publicSettings(ctx);
  const madeAt = payment.createdAt?.toISOString() ?? null;
  const template = "payment-unclaimed";
  const props: UnclaimedMailProps = {
    paymentId: payment.id,
    amount: describePayment(payment),
    madeAt,
    orderId,
    refused: isRefused,
    ...(unclaimed.length > 1 && { others: unclaimed.length - 1 }),
  };
  await queueMail(ctx, { key: `${template}:${payment.id}`, to: email, locale: "en", template, props });
}

/** Records a payment in the open transaction. Returns its order and status; null when it was recorded before. */
async function recordForeignPayment(ctx: Ctx, payment: ProviderPayment) {
  const orderId = await findNamedOrder(ctx, payment);
  const isReturned = orderId !== null && refundedHalalas(payment) === 0 && (await hadSold(ctx, payment));
  const status = isReturned ? "requested" : "reported";
  const { id, amountHalalas: amount, currency } = payment;
  const row = { id, orderId, amount, currency, status, seenAt: ctx.now() } as const;
  const [created] = await ctx.db
    .insert(foreignPayments)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: foreignPayments.id });
  if (!created) return null;
  await audit(ctx, {
    action: status === "requested" ? "foreign-payment.return-decided" : "foreign-payment.left-to-person",
    entity: "foreign-payment",
    entityId: id,
    after: { orderId, amount, currency },
  });
  return { payment, orderId, status };
}

/** Maximum number of ids in a line of the log. */
const maxLoggedIds = 20;

/**
 * Records each paid payment that is not ours, once. If a payment is of this installation, names one of our orders, was
 * made after our first sale and has no refund yet, a job refunds it. All other payments are left to a person: each
 * becomes a case, and staff get one email per round.
 */
export async function recordForeignPayments(ctx: Ctx, listed: readonly ProviderPayment[]): Promise<void> {
  if (listed.length === 0) return;
  await inTransaction(ctx, async (ctx) => {
    const recorded: NonNullable<Awaited<ReturnType<typeof recordForeignPayment>>>[] = [];
    for (const payment of listed) {
      const created = await recordForeignPayment(ctx, payment);
      if (created) recorded.push(created);
    }
    const reported = recorded.filter(({ status }) => status === "reported");
    if (recorded.length > 0)
      ctx.log.error(
        {
          payments: recorded.length,
          reported: reported.length,
          payment_ids: recorded.slice(0, maxLoggedIds).map(({ payment }) => payment.id),
        },
        "paid payments that no order of ours asked for",
      );
    await notifyStaff(ctx, reported);
  });
}

/** Claims a payment for this process. Returns false when another process has claimed it, or the payment is ours. */
async function claimPayment(ctx: Ctx, id: string): Promise<boolean> {
  const now = ctx.now();
  const ours = ctx.db.select({ id: payments.id }).from(payments).where(eq(payments.id, id));
  const unlessOurs = isPaymentId(id) ? notExists(ours) : undefined;
  const claimed = await ctx.db
    .update(foreignPayments)
    .set({ claimedUntil: claimEnd(now) })
    .where(and(eq(foreignPayments.id, id), waitsUnclaimed(foreignPayments, now), unlessOurs))
    .returning({ id: foreignPayments.id });
  return claimed.length > 0;
}

/** Records that a foreign payment was refunded, and emails the buyer of the order that it names. */
async function recordReturn(ctx: Ctx, id: string, payment: ProviderPayment): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .update(foreignPayments)
      .set({ status: "done", doneAt: ctx.now(), problem: null, claimedUntil: null })
      .where(and(eq(foreignPayments.id, id), eq(foreignPayments.status, "requested")))
      .returning();
    if (!row) return;
    const { orderId, amount, currency } = row;
    const after = { orderId, amount, currency };
    await audit(ctx, { action: "foreign-payment.returned", entity: "foreign-payment", entityId: id, after });
    ctx.log.warn({ payment_id: id, order_id: row.orderId }, "a payment that no order of ours asked for was returned");
    if (row.orderId === null || payment.currency !== "SAR") return;
    const refund = { strayPayment: id, reason: "unknown-order", refundedHalalas: refundedHalalas(payment) };
    await queueOrderMail(ctx, "payment-refunded", row.orderId, refund);
  });
}

async function escalateToStaff(ctx: Ctx, id: string, payment: ProviderPayment | null, problem: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const set = { status: "needs-person", problem, claimedUntil: null } as const;
    const [row] = await ctx.db.update(foreignPayments).set(set).where(eq(foreignPayments.id, id)).returning();
    const after = { orderId: row?.orderId ?? null, problem };
    await audit(ctx, { action: "foreign-payment.left-to-person", entity: "foreign-payment", entityId: id, after });
    ctx.log.error({ payment_id: id, problem }, "a payment that no order of ours asked for cannot be returned");
    if (row && payment) await notifyStaff(ctx, [{ payment, orderId: row.orderId }], { isRefused: true });
  });
}

/**
 * Refunds a foreign payment that is recorded as `requested`. Fetches the payment before every attempt, because the
 * provider's refund is not idempotent. No transaction is open during the calls to the provider.
 */
async function refundForeignPayment(ctx: Ctx, id: string): Promise<void> {
  if (!(await claimPayment(ctx, id))) return;
  const provider = paymentProvider(ctx.env);
  const payment = await provider.fetchPayment(id);
  if (!payment) return escalateToStaff(ctx, id, null, "payment-unknown");
  const left = payment.amountHalalas - refundedHalalas(payment);
  if (left <= 0) return recordReturn(ctx, id, payment);
  try {
    const refunded = await provider.refundPayment(id, left);
    const isWhole = refundedHalalas(refunded) >= refunded.amountHalalas;
    if (!isWhole) throw new ProviderUnavailable("The card provider's sum of refunds does not include this refund");
    await recordReturn(ctx, id, refunded);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await escalateToStaff(ctx, id, payment, "provider-refused");
  }
}

/** Refunds the payments recorded as `requested`. Failures are retried in a later round. */
export async function refundForeignPayments(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db
    .select({ id: foreignPayments.id })
    .from(foreignPayments)
    .where(waitsUnclaimed(foreignPayments, ctx.now()))
    .orderBy(foreignPayments.seenAt)
    .limit(roundSize);
  for (const { id } of waiting) {
    try {
      await refundForeignPayment(ctx, id);
    } catch (error) {
      // The claim expires, and the next attempt fetches the outcome from the provider.
      ctx.log.warn({ payment_id: id, ...errorForLog(error) }, "payment not returned yet");
    }
  }
}

/**
 * Closes payments that were left to a person and that the provider has refunded meanwhile; the caller has checked that.
 * Ignores ids of other payments. Idempotent.
 */
export async function closeReturnedPayments(ctx: Ctx, ids: string[]): Promise<void> {
  const { id, status, orderId, amount, currency } = foreignPayments;
  await inTransaction(ctx, async (ctx) => {
    const closed = await ctx.db
      .update(foreignPayments)
      .set({ status: "done", doneAt: ctx.now(), problem: null, claimedUntil: null })
      .where(and(inArray(id, ids), inArray(status, ["reported", "needs-person"])))
      .returning({ id, orderId, amount, currency });
    for (const { id: entityId, ...after } of closed)
      await audit(ctx, { action: "foreign-payment.returned", entity: "foreign-payment", entityId, after });
  });
}

/**
 * Fully refunds a payment that belongs to no order and was left to a person. Idempotent. Requires `orders.refund` and a
 * fresh sign-in. Throws Unauthenticated, Forbidden, FreshSignInRequired, NotFound (ours, or unknown to the provider),
 * ProviderUnavailable.
 */
export async function returnForeignPayment(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requirePermission(ctx, "orders.refund");
  requireFreshSignIn(ctx);
  const payment = await paymentProvider(ctx.env).fetchPayment(id);
  const [ours] = isPaymentId(id)
    ? await ctx.db.select({ id: payments.id }).from(payments).where(eq(payments.id, id))
    : [];
  if (!payment || ours) throw noSuchRecord(ctx);
  await recordForeignPayments(ctx, [payment]);
  await inTransaction(ctx, async (ctx) => {
    const isLeft = and(eq(foreignPayments.id, id), inArray(foreignPayments.status, ["reported", "needs-person"]));
    const requested = await ctx.db
      .update(foreignPayments)
      .set({ status: "requested", problem: null, claimedUntil: null })
      .where(isLeft)
      .returning({ id: foreignPayments.id });
    if (requested.length === 0) return;
    const after = { amount: payment.amountHalalas, currency: payment.currency };
    await audit(ctx, { action: "foreign-payment.return-requested", entity: "foreign-payment", entityId: id, after });
  });
  await refundForeignPayments(ctx);
}

import { and, eq, lt, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { claimEnd, waitsUnclaimed } from "#features/payments/claims.server.ts";
import { toExpectedPayment, lockPayment } from "#features/payments/locked-order.server.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import { ProviderRefused, ProviderUnavailable, type ProviderPayment } from "#features/payments/provider.ts";
import {
  recordExternalRefund,
  recordRefund,
  refundsSoFar,
  toReportedSums,
  type Refund,
} from "./refund-ledger.server.ts";
import {
  refundedHalalas,
  nextRefundStep,
  type RefundProblem,
  type RefundStep,
} from "#features/payments/refund-rules.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";

const batchSize = 50;

/** Claims only a payment's oldest pending refund, because parallel refunds could not be distinguished. */
async function claimRefund(ctx: Ctx, refundId: number): Promise<boolean> {
  const now = ctx.now();
  const older = alias(refunds, "older");
  const olderPending = ctx.db
    .select({ id: older.id })
    .from(older)
    .where(and(eq(older.paymentId, refunds.paymentId), lt(older.id, refunds.id), eq(older.status, "requested")));
  const claimed = await ctx.db
    .update(refunds)
    .set({ claimedUntil: claimEnd(now) })
    .where(and(eq(refunds.id, refundId), waitsUnclaimed(refunds, now), notExists(olderPending)))
    .returning({ id: refunds.id });
  return claimed.length > 0;
}

/** Ends a claim early. Call it only after an attempt that certainly changed nothing at the provider. */
const releaseClaim = (ctx: Ctx, refundId: number) =>
  ctx.db.update(refunds).set({ claimedUntil: null }).where(eq(refunds.id, refundId));

async function escalateToStaff(ctx: Ctx, refundId: number, problem: RefundProblem): Promise<void> {
  ctx.log.error({ refund_id: refundId, problem }, "a refund needs a person");
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(refunds)
      .set({ status: "needs-person", problem, claimedUntil: null })
      .where(eq(refunds.id, refundId));
    await audit(ctx, {
      action: "refund.left-to-person",
      entity: "refund",
      entityId: refundId,
      after: { problem },
    });
  });
}

async function bookRefund(
  ctx: Ctx,
  refund: Refund,
  amountHalalas: number,
  reported: ProviderPayment | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const locked = await lockPayment(ctx, refund.paymentId);
    const [current] = await ctx.db.select({ status: refunds.status }).from(refunds).where(eq(refunds.id, refund.id));
    if (!locked || current?.status !== "requested") return;
    const status = await recordRefund(ctx, locked, refund, amountHalalas, reported && toReportedSums(reported));
    if (reported) await recordExternalRefund(ctx, { ...locked, order: { ...locked.order, status } }, reported);
  });
}

async function getNextStep(
  ctx: Ctx,
  refund: Refund,
): Promise<{ step: RefundStep; reported: ProviderPayment | null; bookedHalalas: number }> {
  const reported = await paymentProvider(ctx.env).fetchPayment(refund.paymentId);
  const { bookedHalalas } = await refundsSoFar(ctx, refund.paymentId);
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.id, refund.paymentId));
  if (!payment) throw new Error(`Payment ${refund.paymentId} is gone`);
  const expected = toExpectedPayment(payment.orderId, payment);
  return { step: nextRefundStep(refund, reported, bookedHalalas, expected), reported, bookedHalalas };
}

/**
 * Fetches the payment before every attempt, because the provider's refund is not idempotent (reference A8). Calls the
 * provider outside of transactions.
 */
async function processRefund(ctx: Ctx, refundId: number): Promise<void> {
  if (!(await claimRefund(ctx, refundId))) return;
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, refundId));
  if (!refund) return;
  const { step, reported, bookedHalalas } = await getNextStep(ctx, refund).catch(async (error: unknown) => {
    await releaseClaim(ctx, refundId);
    throw error;
  });
  if (step.kind === "person") return escalateToStaff(ctx, refundId, step.problem);
  if (step.kind === "book") return bookRefund(ctx, refund, step.amountHalalas, reported);
  const refundedPayment = await paymentProvider(ctx.env).refundPayment(refund.paymentId, step.amountHalalas);
  if (refundedHalalas(refundedPayment) - bookedHalalas < step.bookHalalas)
    throw new ProviderUnavailable("The card provider's sum of refunds does not hold this one");
  await bookRefund(ctx, refund, step.bookHalalas, refundedPayment);
}

/**
 * Processes up to 50 pending refunds, of one payment if it is given. Escalates to staff what the provider refuses. Logs
 * other failures; a later round tries again.
 */
export async function processRefunds(ctx: Ctx, paymentId?: string): Promise<void> {
  const wherePayment = paymentId ? eq(refunds.paymentId, paymentId) : undefined;
  const pendingRefunds = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(waitsUnclaimed(refunds, ctx.now()), wherePayment))
    .orderBy(refunds.id)
    .limit(batchSize);
  for (const { id } of pendingRefunds) {
    try {
      await processRefund(ctx, id);
    } catch (error) {
      ctx.log.warn({ refund_id: id, ...errorForLog(error) }, "refund not done yet");
      if (error instanceof ProviderRefused) await escalateToStaff(ctx, id, "provider-refused");
    }
  }
}

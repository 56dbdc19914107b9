import { and, eq, isNull, lt, or } from "drizzle-orm";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { mayMove } from "./order-states.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { paymentProvider } from "./payments/current.server.ts";
import { ProviderRefused, type ProviderPayment } from "./payments/provider.ts";
import { orders, paymentAttempts, refunds } from "./tables.server.ts";

export type RefundReason = "sold-out" | "already-registered" | "mismatch";

/** Longer than the two calls of a try may take together: nobody else tries meanwhile. */
const claimSeconds = 60;

/** Decides, inside the transaction that has the reason, that a payment's whole amount goes back; a job carries it out. Once per reason. */
export async function requestRefund(ctx: Ctx, attempt: { id: string; amountHalalas: number }, reason: RefundReason): Promise<void> {
  await ctx.db.insert(refunds).values({ attemptId: attempt.id, amountHalalas: attempt.amountHalalas, reason, createdAt: ctx.now() }).onConflictDoNothing();
}

/** Whether a payment's money is already on its way back: then it can no longer buy seats. */
export async function refundRequested(ctx: Ctx, attemptId: string): Promise<boolean> {
  return (await ctx.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.attemptId, attemptId)).limit(1)).length > 0;
}

async function claim(ctx: Ctx, refundId: number): Promise<string | null> {
  const now = ctx.now();
  const free = or(isNull(refunds.claimedUntil), lt(refunds.claimedUntil, now));
  const [mine] = await ctx.db
    .update(refunds)
    .set({ claimedUntil: new Date(now.getTime() + claimSeconds * 1000) })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, "requested"), free))
    .returning({ attemptId: refunds.attemptId });
  return mine?.attemptId ?? null;
}

async function recordDone(ctx: Ctx, refundId: number, attemptId: string, payment: ProviderPayment | null): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [found] = await ctx.db
      .select({ refund: refunds, order: orders })
      .from(refunds)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(and(eq(refunds.id, refundId), eq(refunds.status, "requested")))
      .for("update", { of: orders });
    if (!found) return;
    const given = payment?.refundedHalalas ?? 0;
    await ctx.db.update(refunds).set({ status: "done", doneAt: ctx.now(), ...(given > 0 ? { amountHalalas: given } : {}) }).where(eq(refunds.id, refundId));
    await ctx.db.update(paymentAttempts).set({ status: "refunded", refundedHalalas: given, updatedAt: ctx.now(), checkAt: null }).where(eq(paymentAttempts.id, attemptId));
    if (mayMove(found.order.status, "refunded")) await ctx.db.update(orders).set({ status: "refunded", reason: found.refund.reason }).where(eq(orders.id, found.order.id));
    await queueOrderMail(ctx, "payment-refunded", found.order.id);
  });
}

/**
 * Carries out one requested refund. The provider's refund is not idempotent, so the payment is fetched first and what has already
 * gone back counts (reference A8). Gives back what was really taken, whatever we expected. No transaction is open during the calls.
 * Throws ProviderUnavailable (ask again later), ProviderRefused.
 */
async function carryOutRefund(ctx: Ctx, refundId: number): Promise<void> {
  const attemptId = await claim(ctx, refundId);
  if (!attemptId) return;
  const provider = paymentProvider(ctx.env);
  const before = await provider.fetchPayment(attemptId);
  const dueHalalas = before ? before.amountHalalas - before.refundedHalalas : 0;
  const after = dueHalalas > 0 ? await provider.refundPayment(attemptId, dueHalalas) : before;
  await recordDone(ctx, refundId, attemptId, after);
}

/** Carries out every refund that waits; what the provider refuses outright is left for a person, loudly. */
export async function carryOutRefunds(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.status, "requested")).orderBy(refunds.id).limit(50);
  for (const { id } of waiting) {
    try {
      await carryOutRefund(ctx, id);
    } catch (error) {
      const refused = error instanceof ProviderRefused;
      ctx.log[refused ? "error" : "warn"]({ refund_id: id, ...errorForLog(error) }, "refund not done yet");
      if (refused) await ctx.db.update(refunds).set({ status: "needs-person" }).where(eq(refunds.id, id));
    }
  }
}

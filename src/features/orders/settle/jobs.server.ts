import { and, eq, inArray, lte } from "drizzle-orm";
import pMap from "p-map";
import type { Ctx } from "#platform/context.server.ts";
import { processRefunds } from "#features/orders/refunds/refunds.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import type { PaymentMethod } from "#features/payments/payment-rules.ts";
import { payments } from "#features/payments/tables.server.ts";
import { settlePayment } from "./settle.server.ts";

/** Per round, and in parallel: the provider publishes no limit. */
const roundSize = 100;
const atOnce = 8;
/** Of rounds in one run: then refunds have their turn. */
const longestMs = 40_000;
/** Lease: the payment is free again when its process dies. */
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
 * Handles due payments (`check_at`), each in one process, a round of 100 after the other while rounds are full.
 * Failures are logged and retried after 25 s; a round of nothing else, as when the provider is down, is the last.
 */
export async function forDuePayments(
  ctx: Ctx,
  method: PaymentMethod,
  look: (ctx: Ctx, paymentId: string) => Promise<unknown>,
): Promise<void> {
  const tryOne = async ({ id }: { id: string }) => {
    try {
      await look(ctx, id);
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

/** Job behind browser and webhook: settles due card payments, ends expired orders and processes refunds. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "card", settlePayment);
  await processRefunds(ctx);
}

import { and, eq, inArray, lte } from "drizzle-orm";
import pMap from "p-map";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import type { PaymentMethod } from "./payment-rules.ts";
import { payments } from "./tables.server.ts";

/** Payments looked at in one round, and at once: gentle with a provider that has no published limit. */
const roundSize = 100;
const atOnce = 4;
/** A claimed payment is no one else's for this long, also when the process dies. */
const claimSeconds = 25;

/** Claims payments that are due, so that two processes do not look at the same payment. */
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
 * Looks at the payments by this method that are due (`check_at`), at most 100, each in one process only. What fails is logged and comes
 * again 25 seconds later; it keeps none of the others.
 */
export async function forDuePayments(
  ctx: Ctx,
  method: PaymentMethod,
  look: (ctx: Ctx, paymentId: string) => Promise<unknown>,
): Promise<void> {
  const tryOne = async ({ id }: { id: string }) => {
    try {
      await look(ctx, id);
    } catch (error) {
      ctx.log.warn({ payment_id: id, ...errorForLog(error) }, "payment not settled yet");
    }
  };
  await pMap(await claimDuePayments(ctx, method), tryOne, { concurrency: atOnce });
}

import { inArray, lte } from "drizzle-orm";
import pMap from "p-map";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { processRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle.server.ts";
import { paymentAttempts } from "./tables.server.ts";

/** Attempts looked at in one round, and at once: gentle with a provider that has no published limit. */
const roundSize = 100;
const atOnce = 4;
/** A claimed attempt is no one else's for this long, also when the process dies. */
const claimSeconds = 25;

/** Claims attempts that are due, so that two processes do not ask about the same payment. */
async function claimDueAttempts(ctx: Ctx): Promise<string[]> {
  const now = ctx.now();
  const { id, checkAt } = paymentAttempts;
  const due = ctx.db
    .select({ id })
    .from(paymentAttempts)
    .where(lte(checkAt, now))
    .orderBy(checkAt)
    .limit(roundSize)
    .for("update", { skipLocked: true });
  const claimed = await ctx.db
    .update(paymentAttempts)
    .set({ checkAt: new Date(now.getTime() + claimSeconds * 1000) })
    .where(inArray(id, due))
    .returning({ id });
  return claimed.map((attempt) => attempt.id);
}

/**
 * The third way to the truth, when neither browser nor webhook came back: asks the provider about every payment that is
 * due, ends orders whose hold is over and processes refunds.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  const due = await claimDueAttempts(ctx);
  const settle = async (id: string) => {
    try {
      await settlePayment(ctx, id);
    } catch (error) {
      ctx.log.warn({ payment_id: id, ...errorForLog(error) }, "payment not settled yet");
    }
  };
  await pMap(due, settle, { concurrency: atOnce });
  await processRefunds(ctx);
}

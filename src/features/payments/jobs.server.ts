import { inArray, lte } from "drizzle-orm";
import pMap from "p-map";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { processRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle.server.ts";
import { payments } from "./tables.server.ts";
import { expireTransfer } from "./transfers.server.ts";

/** Payments looked at in one round, and at once: gentle with a provider that has no published limit. */
const roundSize = 100;
const atOnce = 4;
/** A claimed payment is no one else's for this long, also when the process dies. */
const claimSeconds = 25;

type DuePayment = Pick<typeof payments.$inferSelect, "id" | "method">;

/** Claims payments that are due, so that two processes do not ask about the same payment. */
async function claimDuePayments(ctx: Ctx): Promise<DuePayment[]> {
  const now = ctx.now();
  const { id, method, checkAt } = payments;
  const due = ctx.db
    .select({ id })
    .from(payments)
    .where(lte(checkAt, now))
    .orderBy(checkAt)
    .limit(roundSize)
    .for("update", { skipLocked: true });
  return ctx.db
    .update(payments)
    .set({ checkAt: new Date(now.getTime() + claimSeconds * 1000) })
    .where(inArray(id, due))
    .returning({ id, method });
}

/**
 * The third way to the truth, when neither browser nor webhook came back: asks the provider about every card payment
 * that is due, ends orders whose hold or date of transfer is over and processes refunds.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  const due = await claimDuePayments(ctx);
  const settle = async ({ id, method }: (typeof due)[number]) => {
    try {
      if (method === "transfer") await expireTransfer(ctx, id);
      else await settlePayment(ctx, id);
    } catch (error) {
      ctx.log.warn({ payment_id: id, ...errorForLog(error) }, "payment not settled yet");
    }
  };
  await pMap(due, settle, { concurrency: atOnce });
  await processRefunds(ctx);
}

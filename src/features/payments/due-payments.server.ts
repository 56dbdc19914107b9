import { and, eq, inArray, lte } from "drizzle-orm";
import pMap from "p-map";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import type { PaymentMethod } from "./payment-rules.ts";
import { payments } from "./tables.server.ts";

/** Per round, and in parallel: the provider publishes no limit. */
const roundSize = 100;
const atOnce = 4;
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

/** Handles up to 100 due payments (`check_at`), each in one process. Failures are logged and retried after 25 s. */
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

import type { Ctx } from "#platform/context.server.ts";
import { forDuePayments } from "./due-payments.server.ts";
import { processRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle.server.ts";

/**
 * The third way to the truth, when neither browser nor webhook came back: asks the provider about every card payment
 * that is due, ends orders whose hold is over and processes refunds.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "card", settlePayment);
  await processRefunds(ctx);
}

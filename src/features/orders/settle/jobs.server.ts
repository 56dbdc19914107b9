import type { Ctx } from "#platform/context.server.ts";
import { forDuePayments } from "./due-payments.server.ts";
import { processRefunds } from "#features/orders/refunds/refunds.server.ts";
import { settlePayment } from "./settle.server.ts";

/** Job behind browser and webhook: settles due card payments, ends expired orders and processes refunds. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "card", settlePayment);
  await processRefunds(ctx);
}

import { forDuePayments } from "#features/payments/due-payments.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { expireTransfer } from "./transfers.server.ts";

/** Ends the orders whose date to pay by transfer has passed. The provider is never asked. */
export async function expireTransfers(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "transfer", expireTransfer);
}

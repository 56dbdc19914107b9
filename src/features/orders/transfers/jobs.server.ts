import { forDuePayments } from "#features/orders/settle/due-payments.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { expireTransfer } from "./transfers.server.ts";

/** Job: ends orders whose transfer date has passed. Makes no request to the provider. */
export async function expireTransfers(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "transfer", expireTransfer);
}

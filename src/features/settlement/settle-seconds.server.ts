import { Histogram } from "prom-client";
import type { Ctx } from "#platform/context.server.ts";
import type { ProviderPayment } from "#features/payments/provider.ts";

/** How long payments waited until this process settled them; the objective is 60 seconds. */
export const settleSeconds = new Histogram({
  name: "payment_settle_seconds",
  help: "From the moment a payment was paid at the provider until it was counted here, or its refund decided.",
  buckets: [1, 5, 15, 30, 60, 300, 3600],
  registers: [],
});

/** Records the time of a paid payment that was settled for the first time. */
export function observeSettled(ctx: Ctx, { updatedAt }: ProviderPayment): void {
  // The provider's clock may be ahead of ours.
  if (updatedAt) settleSeconds.observe(Math.max(0, (ctx.now().getTime() - updatedAt.getTime()) / 1000));
}

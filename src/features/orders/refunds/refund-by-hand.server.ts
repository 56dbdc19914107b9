import { eq } from "drizzle-orm";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { lockPayment } from "#features/orders/settle/locked-order.server.ts";
import { recordRefund } from "./refund-ledger.server.ts";
import { refunds } from "#features/payments/tables.server.ts";

/**
 * Records a refund that was left to a person as paid back by hand, with all effects of a refund; the provider is not
 * asked. Idempotent. For `orders.resolve` with a fresh sign-in. Throws Unauthenticated, Forbidden, FreshSignInRequired,
 * NotFound, Conflict (the site still tries to refund it).
 */
export async function recordRefundByHand(ctx: Ctx, { refundId }: { refundId: number }): Promise<void> {
  requirePermission(ctx, "orders.resolve");
  requireFreshSignIn(ctx);
  await inTransaction(ctx, async (ctx) => {
    const [found] = await ctx.db.select({ id: refunds.paymentId }).from(refunds).where(eq(refunds.id, refundId));
    const locked = found && (await lockPayment(ctx, found.id));
    if (!locked) throw noSuchRecord(ctx);
    const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, refundId));
    if (!refund || refund.status === "done") return;
    if (refund.status !== "needs-person") throw new Conflict(m.payments_refund_not_by_hand({}, { locale: ctx.locale }));
    const { amountHalalas, refundedHalalas } = locked.payment;
    const sums = { amountHalalas, refundedHalalas: refundedHalalas + refund.amountHalalas };
    await recordRefund(ctx, locked, refund, refund.amountHalalas, sums);
  });
}

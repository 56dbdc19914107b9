import { lockOrder } from "#features/payments/locked-order.server.ts";
import { endUnpaidOrders } from "#features/seats/seats.server.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";

/**
 * Ends the caller's unpaid order and frees its seats, for a buyer who closed Apple Pay's sheet. Returns false, and
 * changes nothing, when the order has ended or a payment may have reached the provider. Throws Unauthenticated,
 * NotFound.
 */
export async function releaseHold(ctx: Ctx, { orderId }: { orderId: number }): Promise<boolean> {
  const viewer = requireViewer(ctx);
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockOrder(ctx, { orderId });
    if (locked?.order.userId !== viewer.id) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    const { order, payments } = locked;
    const isUnpaid = payments.every(
      ({ method, status }) => method === "card" && (status === "created" || status === "failed"),
    );
    if (order.status !== "pending" || order.differenceOf !== null || !isUnpaid) return false;
    await endUnpaidOrders(ctx, [orderId], "released");
    return true;
  });
}

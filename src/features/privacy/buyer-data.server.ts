import { and, eq, exists, inArray, ne, or } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { emptyBilling } from "#features/orders/billing.schema.ts";
import { eraseLinkAddresses } from "#features/checkout/groups/seat-links.server.ts";
import { clearOrderAttendees } from "#features/seats/attendees.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";

/** Whether a payment or a refund of this buyer is still in progress. */
export async function hasPendingPayments(ctx: Ctx, id: string): Promise<boolean> {
  const openRefunds = ctx.db
    .select({ id: refunds.id })
    .from(payments)
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(eq(payments.orderId, orders.id), ne(refunds.status, "done")));
  const isOpen = or(eq(orders.status, "pending"), exists(openRefunds));
  const [row] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, id), isOpen))
    .limit(1);
  return row !== undefined;
}

/**
 * Erases the address and attendees of a buyer's unpaid orders, in the open transaction. The law requires us to keep the
 * tax invoices of paid orders.
 */
export async function erasePersonalData(ctx: Ctx, id: string): Promise<void> {
  const endedOrders = await ctx.db
    .update(orders)
    .set({ invoiceRecipient: null, billing: emptyBilling })
    .where(and(eq(orders.userId, id), inArray(orders.status, ["failed", "expired"])))
    .returning({ id: orders.id });
  const endedIds = endedOrders.map((order) => order.id);
  await clearOrderAttendees(ctx, endedIds);
  await eraseLinkAddresses(ctx, { buyerId: id });
}

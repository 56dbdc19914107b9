import { and, asc, count, countDistinct, eq, gt, min, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { requireTransferStaff } from "./transfers.server.ts";

const otherOrders = alias(orders, "other_order");

const maxItems = 5;

/**
 * Reads first bookings by transfer that wait for approval: the five that expire first, how many there are, and when the
 * oldest was made. Requires `orders.transfer`. Throws Unauthenticated, Forbidden.
 */
export async function listBookingsToApprove(ctx: Ctx) {
  requireTransferStaff(ctx);
  const isWaiting = and(orders.awaitsApproval, eq(orders.status, "pending"), gt(orders.expiresAt, ctx.now()));
  const [summary] = await ctx.db
    .select({ count: count(), oldestAt: min(orders.createdAt) })
    .from(orders)
    .where(isWaiting);
  const seats = ctx.db
    .select({ seats: sql`count(*)::int` })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orders.id), eq(enrolments.state, "held")));
  const pendingOrdersOfAccount = ctx.db
    .select({ orders: countDistinct(otherOrders.id) })
    .from(otherOrders)
    .where(
      and(
        eq(otherOrders.userId, orders.userId),
        eq(otherOrders.openedBy, orders.userId),
        eq(otherOrders.status, "pending"),
      ),
    );
  const rows = await ctx.db
    .select({
      order: orders,
      name: users.name,
      email: users.email,
      seats: sql<number>`${seats}`,
      accountOrderCount: sql<number>`(${pendingOrdersOfAccount})::int`,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(isWaiting)
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(maxItems);
  return {
    count: summary?.count ?? 0,
    oldestAt: summary?.oldestAt?.toISOString() ?? null,
    items: rows.map(({ order, name, email, ...row }) => ({
      orderId: order.id,
      buyer: name,
      email,
      company: order.invoiceRecipient?.name ?? "",
      vat_number: order.invoiceRecipient?.vat_number ?? "",
      seats: row.seats,
      total: decimalFromHalalas(order.totalHalalas),
      createdAt: order.createdAt.toISOString(),
      endsAt: order.expiresAt.toISOString(),
      ofAccount: row.accountOrderCount,
    })),
  };
}

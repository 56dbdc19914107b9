import { desc, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { payments } from "./tables.server.ts";

/** Joins an order with its payment for pages, mails and documents: the settled one, else the newest. */
export function isShownPaymentSql(ctx: Ctx): SQL {
  const other = alias(payments, "other_payment");
  const first = ctx.db
    .select({ id: other.id })
    .from(other)
    .where(eq(other.orderId, orders.id))
    .orderBy(sql`${other.settledAt} is null`, desc(other.number))
    .limit(1);
  return eq(payments.id, first);
}

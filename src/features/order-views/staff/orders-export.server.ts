import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#features/people/tables.server.ts";
import { monthField, titled, withinSql } from "#features/invoices/finance/exports.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { statusLabel } from "#features/orders/order-labels.ts";
import { orders } from "#features/orders/tables.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { chosenNumbers, defineExport } from "#features/staff/tasks/export.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { instant, label, money, number, text } from "#platform/export/columns.ts";
import { m } from "#messages";
import { orderFilter, orderFilterSql, type OrderFilter } from "./staff-order-search.server.ts";
import { seats } from "./staff-orders.server.ts";

const refundedSql = sql<number>`(select coalesce(sum(${payments.refundedHalalas}), 0)::int from ${payments} where ${payments.orderId} = ${orders.id})`;
const invoice = alias(taxDocuments, "invoice");

interface ExportedOrders extends OrderFilter {
  month?: string | undefined;
  /** Orders chosen in the list. */
  ids?: number[] | undefined;
}
const whereExported = (ctx: Ctx, { month, ids, ...filter }: ExportedOrders) =>
  and(orderFilterSql(ctx, filter), withinSql(orders.createdAt, month), ids && inArray(orders.id, ids));

const selectOrders = (ctx: Ctx, filter: ExportedOrders, afterId: number | null, limit: number) =>
  ctx.db
    .select({
      order: orders,
      name: users.name,
      email: users.email,
      seats,
      refunded: refundedSql,
      number: invoice.number,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(invoice, and(eq(invoice.orderId, orders.id), eq(invoice.kind, "invoice")))
    .where(and(whereExported(ctx, filter), afterId === null ? undefined : gt(orders.id, afterId)))
    .orderBy(asc(orders.id))
    .limit(limit);
type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

/**
 * Background task: exports orders with buyers and refunds; chosen ones, those of a month or those of a list's filter.
 */
export const exportOrders = defineExport<ExportedOrders, OrderRow, number>({
  kind: "orders",
  permission: "finance.export",
  personal: true,
  title: titled(m.finance_export_orders),
  filter: orderFilter.extend({ month: monthField().optional(), ids: chosenNumbers().optional() }).strict(),
  columns: [
    number(label(m.common_order), ({ order }) => order.id),
    text(label(m.common_status), ({ order }, locale) => statusLabel(order.status, locale)),
    instant(label(m.finance_column_placed), ({ order }) => order.createdAt),
    instant(label(m.finance_column_paid), ({ order }) => order.paidAt),
    text(label(m.finance_column_buyer), ({ name }) => name),
    text(label(m.common_email), ({ email }) => email),
    text(label(m.finance_column_company), ({ order }) => order.invoiceRecipient?.name ?? null),
    text(label(m.common_vat_number), ({ order }) => order.invoiceRecipient?.vat_number ?? null),
    number(label(m.common_seats), ({ seats }) => seats),
    money(label(m.finance_column_net), ({ order }) => order.subTotalHalalas),
    money(label(m.finance_column_vat), ({ order }) => order.taxHalalas),
    money(label(m.finance_column_total), ({ order }) => order.totalHalalas),
    money(label(m.finance_column_refunded), ({ refunded }) => refunded),
    text(label(m.finance_column_invoice_number), ({ number }) => number),
  ],
  count: async (ctx, filter) =>
    (await ctx.db.select({ rows: count() }).from(orders).where(whereExported(ctx, filter)))[0]?.rows ?? 0,
  rows: selectOrders,
  key: ({ order }) => order.id,
});

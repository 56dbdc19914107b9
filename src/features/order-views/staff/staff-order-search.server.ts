import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { enrolments } from "#features/seats/tables.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orderStatus } from "#features/orders/fields.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { isPaymentId } from "#features/payments/provider.ts";
import { foreignPayments, payments } from "#features/payments/tables.server.ts";
import { firstWaitingOrdersSql } from "#features/changes/grouped-refunds.server.ts";
import { ordersWithRefundDueSql } from "#features/settlement/refunds/keep-payment.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { containsPattern } from "#platform/db/list-page.server.ts";
import { recordId, searchText } from "#platform/http/fields.server.ts";

const flag = () => z.boolean().optional();
/** Filter of the list of orders. */
export const orderFilter = z.object({
  q: searchText(100).optional().meta({
    description:
      "Number of an order or document, payment id of the provider, or part of a name, email, company or phone",
  }),
  status: z.array(orderStatus).min(1).max(6).optional(),
  buyer_id: z.string().max(64).optional(),
  run_id: recordId().optional(),
  code_id: recordId().optional().meta({ description: "Orders with this discount code" }),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  company: flag().meta({ description: "Orders that are invoiced to a company" }),
  transfer: flag().meta({ description: "Orders to be paid by bank transfer" }),
  unnamed: flag().meta({ description: "Orders with booked seats that have no name" }),
  refund_due: flag().meta({
    description: "Orders with a seat cancelled without a refund, about which staff have to decide",
  }),
  refund_waiting: flag().meta({
    description:
      "Orders with a refund that waits for a second person; of several orders in one decision, only the first",
  }),
});
export type OrderFilter = z.output<typeof orderFilter>;

/**
 * Condition for orders by number, document, the provider's payment, or part of a name, email, company, VAT number or
 * phone.
 */
function searchSql(ctx: Ctx, text: string): SQL | undefined {
  const number = text.replace(/^#/, "");
  if (/^[1-9]\d{0,8}$/.test(number)) return eq(orders.id, Number(number));
  if (/^(inv|cn)-\d{4}-\d+$/i.test(text)) {
    const { orderId } = taxDocuments;
    const whereNumber = eq(taxDocuments.number, text.toUpperCase());
    return inArray(orders.id, ctx.db.select({ orderId }).from(taxDocuments).where(whereNumber));
  }
  if (isPaymentId(text)) {
    const ordersOfPayment = ctx.db
      .select({ orderId: sql<number | null>`${payments.orderId}` })
      .from(payments)
      .where(eq(payments.id, text));
    const whereForeign = eq(foreignPayments.id, text);
    const ordersOfForeign = ctx.db
      .select({ orderId: foreignPayments.orderId })
      .from(foreignPayments)
      .where(whereForeign);
    // The database reads an array once, but would join two subqueries to every order.
    return sql`${orders.id} = any(array(${ordersOfPayment.unionAll(ordersOfForeign)}))`;
  }
  // Phones are stored with the country code, so a local number matches only without its leading zeros.
  const searchTerm = /^\+?[\d\s().-]{7,}$/.test(text) ? text.replaceAll(/\D/g, "").replace(/^0+/, "") : text;
  return sql`${orders.search} like search_normalize(lower(${containsPattern(searchTerm)}))`;
}

/** Builds the condition for a filter of orders. */
export function orderFilterSql(ctx: Ctx, filter: OrderFilter): SQL | undefined {
  const { q, status, buyer_id, run_id, code_id, from, to, company, transfer, unnamed, refund_due, refund_waiting } =
    filter;
  const joinConditions = { order: eq(orderLines.orderId, orders.id), payment: eq(payments.orderId, orders.id) };
  const hasRunSql = () =>
    exists(
      ctx.db
        .select({ id: orderLines.id })
        .from(orderLines)
        .where(and(joinConditions.order, eq(orderLines.runId, run_id ?? 0))),
    );
  const hasTransferSql = () =>
    exists(
      ctx.db
        .select({ id: payments.id })
        .from(payments)
        .where(and(joinConditions.payment, eq(payments.method, "transfer"))),
    );
  const hasUnnamedSeatSql = () =>
    inArray(
      orders.id,
      ctx.db
        .select({ id: enrolments.orderId })
        .from(enrolments)
        .where(and(eq(enrolments.state, "confirmed"), isNull(enrolments.attendeeName))),
    );
  return and(
    q === undefined ? undefined : searchSql(ctx, q),
    status === undefined ? undefined : inArray(orders.status, status),
    buyer_id === undefined ? undefined : eq(orders.userId, buyer_id),
    run_id === undefined ? undefined : hasRunSql(),
    code_id === undefined ? undefined : eq(orders.discountCodeId, code_id),
    from === undefined ? undefined : gte(orders.createdAt, new Date(from)),
    to === undefined ? undefined : lt(orders.createdAt, new Date(to)),
    company === undefined ? undefined : (company ? isNotNull : isNull)(orders.invoiceRecipient),
    // Every order by transfer has `openedBy`, of staff or of its buyer.
    transfer ? and(isNotNull(orders.openedBy), hasTransferSql()) : undefined,
    unnamed ? hasUnnamedSeatSql() : undefined,
    refund_due ? inArray(orders.id, ordersWithRefundDueSql(ctx)) : undefined,
    refund_waiting ? inArray(orders.id, firstWaitingOrdersSql(ctx)) : undefined,
  );
}

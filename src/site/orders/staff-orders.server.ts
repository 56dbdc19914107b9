import { and, asc, eq, exists, gte, ilike, inArray, lt, sql, type SQL } from "drizzle-orm";
import { users, userSearchText } from "#features/accounts/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsPattern, orderOf, pageOf } from "#platform/db/list-page.server.ts";
import { NotFound } from "#platform/errors.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { taxDocuments } from "#features/invoicing/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";

export const orderSorts = { id: orders.id, created_at: orders.createdAt, total: orders.totalHalalas } as const;
export interface OrderFilter {
  q?: string | undefined;
  status?: OrderStatus[] | undefined;
  buyer_id?: string | undefined;
  run_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Limits a search by name or e-mail; a longer text finds the others. */
const mostPeople = 2000;

function searchSql(ctx: Ctx, text: string): SQL {
  if (/^\d{1,9}$/.test(text)) return eq(orders.id, Number(text));
  const people = ctx.db
    .select({ id: users.id })
    .from(users)
    .where(ilike(userSearchText, containsPattern(text)))
    .limit(mostPeople);
  // An array uses the index of buyers; a subquery would be joined to every order.
  return sql`${orders.userId} = any(array(${people}))`;
}

function whereOf(ctx: Ctx, { q, status, buyer_id, run_id, from, to }: OrderFilter): SQL | undefined {
  const ofRun =
    run_id === undefined
      ? undefined
      : exists(
          ctx.db
            .select({ id: orderLines.id })
            .from(orderLines)
            .where(and(eq(orderLines.orderId, orders.id), eq(orderLines.runId, run_id))),
        );
  return and(
    q === undefined ? undefined : searchSql(ctx, q),
    status === undefined ? undefined : inArray(orders.status, status),
    buyer_id === undefined ? undefined : eq(orders.userId, buyer_id),
    ofRun,
    from === undefined ? undefined : gte(orders.createdAt, new Date(from)),
    to === undefined ? undefined : lt(orders.createdAt, new Date(to)),
  );
}

const seats = sql<number>`(select coalesce(sum(${orderLines.qty}), 0)::int from ${orderLines} where ${orderLines.orderId} = ${orders.id})`;

const selectOrders = (ctx: Ctx) =>
  ctx.db
    .select({ order: orders, buyer: { id: users.id, name: users.name, email: users.email }, seats })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic();

type Found = Awaited<ReturnType<typeof selectOrders>>[number];

const toRow = ({ order, buyer, seats }: Found) => ({
  id: order.id,
  status: order.status,
  reason: order.reason,
  created_at: order.createdAt.toISOString(),
  paid_at: order.paidAt?.toISOString() ?? null,
  buyer,
  sub_total: decimalFromHalalas(order.subTotalHalalas),
  tax: decimalFromHalalas(order.taxHalalas),
  total: decimalFromHalalas(order.totalHalalas),
  currency: order.currency,
  seats,
});

/** For `orders.read`. Throws Unauthenticated, Forbidden. */
export async function listOrders(
  ctx: Ctx,
  query: ListQuery<keyof typeof orderSorts, OrderFilter>,
): Promise<ListPage<ReturnType<typeof toRow>>> {
  requirePermission(ctx, "orders.read");
  // Ids first, details after, so that the rows skipped cost only their place in the index.
  const { rows: page, ...counted } = await pageOf(ctx, query, {
    rows: ctx.db.select({ id: orders.id }).from(orders).$dynamic(),
    where: whereOf(ctx, query.filter),
    sorts: orderSorts,
    tie: orders.id,
  });
  const ids = page.map(({ id }) => id);
  const rows = await selectOrders(ctx)
    .where(inArray(orders.id, ids))
    .orderBy(...orderOf(query, orderSorts, orders.id));
  return { data: rows.map(toRow), ...counted };
}

async function paymentsOf(ctx: Ctx, orderId: number) {
  const ofOrder = eq(payments.orderId, orderId);
  const made = await ctx.db.select().from(payments).where(ofOrder).orderBy(asc(payments.number));
  const rows = await ctx.db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(ofOrder)
    .orderBy(asc(refunds.id));
  return {
    payments: made.map(({ id, method, status, message, reference, ...payment }) => ({
      id,
      method,
      status,
      amount: decimalFromHalalas(payment.amountHalalas),
      refunded: decimalFromHalalas(payment.refundedHalalas),
      message,
      card_scheme: payment.cardScheme,
      card_masked: payment.cardMasked,
      due_on: payment.dueOn,
      reference,
      received_on: payment.receivedOn,
      created_at: payment.createdAt.toISOString(),
      settled_at: payment.settledAt?.toISOString() ?? null,
    })),
    refunds: rows.map(({ refund: { id, reason, status, problem, ...refund } }) => ({
      id,
      amount: decimalFromHalalas(refund.amountHalalas),
      reason,
      status,
      problem,
      created_at: refund.createdAt.toISOString(),
      done_at: refund.doneAt?.toISOString() ?? null,
    })),
  };
}

/** For `orders.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function readOrder(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, "orders.read");
  const [found] = await selectOrders(ctx).where(eq(orders.id, id));
  if (!found) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const lines = await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.id);
  const documents = await ctx.db
    .select()
    .from(taxDocuments)
    .where(eq(taxDocuments.orderId, id))
    .orderBy(taxDocuments.id);
  return {
    ...toRow(found),
    billing: { ...found.order.billing },
    company: found.order.invoiceRecipient && { ...found.order.invoiceRecipient },
    lines: lines.map((line) => ({
      run_id: line.runId,
      name_eng: line.nameEng,
      name_ar: line.nameAr,
      qty: line.qty,
      unit_price: decimalFromHalalas(line.unitPriceHalalas),
    })),
    ...(await paymentsOf(ctx, id)),
    documents: documents.map((document) => ({
      number: document.number,
      kind: document.kind,
      total: decimalFromHalalas(document.totalHalalas),
      issued_at: document.issuedAt.toISOString(),
    })),
  };
}

import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { isShownPaymentSql } from "#features/payments/open-payment.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { refundRequests } from "#features/changes/approval-tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { countRows, toOrderBy, readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { noteAction } from "./order-notes.server.ts";
import { orderFilterSql, type OrderFilter } from "./staff-order-search.server.ts";

export const orderSorts = { id: orders.id, created_at: orders.createdAt, total: orders.totalHalalas } as const;

/** Selects the number of seats bought with an order. */
export const seats = sql<number>`(select coalesce(sum(${orderLines.qty}), 0)::int from ${orderLines} where ${orderLines.orderId} = ${orders.id})`;

export const selectOrders = (ctx: Ctx) =>
  ctx.db
    .select({
      order: orders,
      buyer: { id: users.id, name: users.name, email: users.email },
      seats,
      payment: {
        method: payments.method,
        dueOn: payments.dueOn,
        cardScheme: payments.cardScheme,
        cardMasked: payments.cardMasked,
      },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(payments, isShownPaymentSql(ctx))
    .$dynamic();

type OrderWithBuyer = Awaited<ReturnType<typeof selectOrders>>[number];

export const toRow = ({ order, buyer, seats, payment }: OrderWithBuyer) => ({
  id: order.id,
  status: order.status,
  reason: order.reason,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  buyer,
  companyName: order.invoiceRecipient?.name ?? null,
  subTotal: decimalFromHalalas(order.subTotalHalalas),
  tax: decimalFromHalalas(order.taxHalalas),
  total: decimalFromHalalas(order.totalHalalas),
  currency: order.currency,
  seats,
  method: payment?.method ?? null,
  dueOn: order.status === "pending" ? (payment?.dueOn ?? null) : null,
  cardScheme: payment?.cardScheme ?? null,
  cardMasked: payment?.cardMasked ?? null,
});

/**
 * Reads what the list shows of each order besides its row: courses, notes, payment cases and waiting refunds. Returns a
 * function that looks them up by order id.
 */
async function readMarks(ctx: Ctx, ids: number[]) {
  const { orderId, nameEng, nameAr, id } = orderLines;
  const isNote = and(
    eq(auditEvents.entity, "order"),
    inArray(auditEvents.entityId, ids.map(String)),
    eq(auditEvents.action, noteAction),
  );
  const [lines, notes, cases, waitingRefunds] = await Promise.all([
    ctx.db.select({ orderId, nameEng, nameAr }).from(orderLines).where(inArray(orderId, ids)).orderBy(id),
    ctx.db
      .select({ id: auditEvents.entityId, notes: count() })
      .from(auditEvents)
      .where(isNote)
      .groupBy(auditEvents.entityId),
    ctx.db
      .select({ orderId: paymentCases.orderId, kind: paymentCases.kind })
      .from(paymentCases)
      .where(and(inArray(paymentCases.orderId, ids), isNull(paymentCases.closedAt))),
    ctx.db
      .select({ orderId: refundRequests.orderId })
      .from(refundRequests)
      .where(and(inArray(refundRequests.orderId, ids), eq(refundRequests.state, "waiting"))),
  ]);
  return (id: number) => ({
    courses: lines
      .filter((line) => line.orderId === id)
      .map(({ nameEng, nameAr }) => ({ name_eng: nameEng, name_ar: nameAr })),
    notes: notes.find((note) => note.id === String(id))?.notes ?? 0,
    cases: cases.filter((paymentCase) => paymentCase.orderId === id).map(({ kind }) => kind),
    refund_waiting: waitingRefunds.some((refund) => refund.orderId === id),
  });
}

export type ListedOrder = ReturnType<typeof toRow> & ReturnType<Awaited<ReturnType<typeof readMarks>>>;

export async function listOrders(
  ctx: Ctx,
  query: ListQuery<keyof typeof orderSorts, OrderFilter>,
): Promise<ListPage<ListedOrder>> {
  requirePermission(ctx, listOrders.permission);
  // Reads the ids first and the details after, so that skipped rows are read from the index only.
  const { rows: page, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select({ id: orders.id }).from(orders).$dynamic(),
    where: orderFilterSql(ctx, query.filter),
    sorts: orderSorts,
    tie: orders.id,
  });
  const ids = page.map(({ id }) => id);
  if (ids.length === 0) return { data: [], ...counted };
  const rows = await selectOrders(ctx)
    .where(inArray(orders.id, ids))
    .orderBy(...toOrderBy(query, orderSorts, orders.id));
  const getMarks = await readMarks(ctx, ids);
  return { data: rows.map((row) => ({ ...toRow(row), ...getMarks(row.order.id) })), ...counted };
}
listOrders.permission = "orders.read" as const;

/** The saved views that all staff have, each with its filter. */
export function orderViews(ctx: Ctx): Record<string, OrderFilter> {
  const today = riyadhDate(ctx.now());
  const riyadhMidnight = (day: string) => new Date(`${day}T00:00:00+03:00`).toISOString();
  const monthStart = `${today.slice(0, 8)}01`;
  const previousMonthStart = `${addDays(monthStart, -1).slice(0, 8)}01`;
  return {
    all: {},
    awaiting: { status: ["pending"] },
    failed_week: { status: ["failed"], from: riyadhMidnight(addDays(today, -7)) },
    company: { company: true },
    unnamed: { unnamed: true },
    refund_waiting: { refund_waiting: true },
    refund_due: { refund_due: true },
    last_month: { from: riyadhMidnight(previousMonthStart), to: riyadhMidnight(monthStart) },
  };
}

/** Counts the orders in each saved view, up to 10,000. */
export async function countOrderViews(ctx: Ctx) {
  requirePermission(ctx, countOrderViews.permission);
  const views = [];
  for (const [name, filter] of Object.entries(orderViews(ctx)))
    views.push({ name, filter, ...(await countRows(ctx, orders.id, orderFilterSql(ctx, filter))) });
  return { views };
}
countOrderViews.permission = "orders.read" as const;

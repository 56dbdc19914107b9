import { isPaid, wasPaid } from "#features/orders/order-states.ts";
import { toDiscount, getLineDiscount, lineNet } from "#features/orders/pricing.ts";
import { and, desc, eq, exists, gt, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { firstSessions, listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { runKey } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Forbidden, NotFound } from "#platform/errors.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { m } from "#messages";
import { readChanges } from "#features/changes/read-requests.server.ts";
import type { Order, OrderLine } from "#features/orders/order.schema.server.ts";
import { readSeats, type Seat } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { ticketToken } from "#features/seats/tickets.server.ts";
import { localizeReason } from "#features/orders/own-words.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { isShownPaymentSql } from "#features/payments/open-payment.server.ts";
import { transferSettings } from "#features/settings/settings.server.ts";
import type { TransferSettings } from "#features/settings/settings.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";

type OrderRow = typeof orders.$inferSelect;
type PaymentRow = typeof payments.$inferSelect;

const formerRuns = alias(courseRuns, "former_run");

const maxOrders = 500;

async function readLines(ctx: Ctx, orderRows: readonly OrderRow[]): Promise<Map<number, OrderLine[]>> {
  const orderIds = orderRows.map(({ id }) => id);
  const rows = await ctx.db
    .select({ line: orderLines, run: courseRuns, image: courses.image, movedFrom: formerRuns.startDate })
    .from(orderLines)
    .leftJoin(formerRuns, eq(formerRuns.id, orderLines.movedFromId))
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(orderLines.id);
  const seatsByLine = Map.groupBy(await readSeats(ctx, orderIds), ({ orderId, runId }) => `${orderId} ${runId}`);
  const runIds = rows.map(({ run }) => run.id);
  const sessionsByRun = await listJoinableSessions(ctx, runIds);
  const startsByRun = await firstSessions(
    ctx,
    rows.map(({ run }) => run),
  );
  const linesByOrder = new Map<number, OrderLine[]>(orderIds.map((id) => [id, []]));
  for (const { line, run, image, movedFrom } of rows) {
    const allSeats = seatsByLine.get(`${line.orderId} ${run.id}`) ?? [];
    const order = orderRows.find(({ id }) => id === line.orderId);
    // An order that was never paid keeps its released seats, because checkout offers their data again.
    const seats = order && wasPaid(order) ? allSeats.filter(({ state }) => state !== "cancelled") : allSeats;
    const isConfirmed = seats.some(({ state }) => state === "confirmed");
    const isEnrolled = order !== undefined && isPaid(order) && isConfirmed && run.cancelledAt === null;
    // The same rule as in assignOpenSeats.
    const canName = isEnrolled && (startsByRun.get(run.id) ?? ctx.now()) > ctx.now();
    const sessions = sessionsByRun.get(run.id) ?? [];
    linesByOrder.get(line.orderId)?.push({
      course_id: run.id,
      visibility: run.visibility,
      key: runKey(ctx, run),
      slug: line.slug,
      name_eng: line.nameEng,
      name_ar: line.nameAr,
      qty: line.qty,
      unit_price: decimalFromHalalas(line.unitPriceHalalas),
      discount: toDiscount(getLineDiscount(line)),
      amount: decimalFromHalalas(lineNet(line)),
      image,
      start_date: run.startDate,
      end_date: run.endDate,
      days: run.days,
      delivery: run.delivery,
      enrolled: isEnrolled,
      sessions: isEnrolled ? sessions : sessions.map((session) => ({ ...session, joining_url: null })),
      hours: Number(run.hours),
      accreditation_status: run.accreditationStatus,
      venue_eng: run.venueEng,
      venue_ar: run.venueAr,
      moved_from: movedFrom,
      cancelled: run.cancelledAt !== null,
      seats_cancelled: allSeats.length - seats.length,
      attendees: seats.flatMap(({ id, state, attendee }) => {
        if (!attendee) return [];
        const { name, email, scfhsNumber } = attendee;
        const ticket = isEnrolled && state === "confirmed" ? ticketToken(ctx, { id, attendeeEmail: email }) : null;
        return [{ name, email, scfhs_number: scfhsNumber, ticket }];
      }),
      seats_to_name: canName && line.qty > 1 ? seatsWithoutName(seats) : [],
    });
  }
  return linesByOrder;
}

const seatsWithoutName = (seats: readonly Seat[]): number[] =>
  seats.filter(({ attendee }) => !attendee).map(({ seat }) => seat);

interface RefundState {
  returning: boolean;
  returnedHalalas: number;
  reason: string | null;
}

/** Sums the refunds of each order's settled payments, or of all its payments when none is settled. */
async function readRefunds(ctx: Ctx, orderIds: number[]): Promise<Map<number, RefundState>> {
  const rows = await ctx.db
    .select({
      refund: refunds,
      orderId: payments.orderId,
      settledAt: payments.settledAt,
      hasSettledPayment: hasSettledPaymentSql(ctx),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(payments.orderId, orderIds))
    .orderBy(refunds.id);
  const counted = rows.filter(({ settledAt, hasSettledPayment }) => (settledAt !== null) === hasSettledPayment);
  const states = [...Map.groupBy(counted, ({ orderId }) => orderId)].map(([orderId, orderRefunds]) => {
    const doneRefunds = orderRefunds.filter(({ refund }) => refund.status === "done");
    const returnedHalalas = doneRefunds.reduce((sum, { refund }) => sum + refund.amountHalalas, 0);
    const storedReason = orderRefunds.at(-1)?.refund.reason;
    const reason = storedReason === undefined ? null : localizeReason(storedReason, ctx.locale);
    return [orderId, { returning: doneRefunds.length < orderRefunds.length, returnedHalalas, reason }] as const;
  });
  return new Map(states);
}

/** Whether the order of a payment has a settled payment. */
function hasSettledPaymentSql(ctx: Ctx): SQL<boolean> {
  const other = alias(payments, "other_payment");
  const settledPayments = ctx.db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.orderId, payments.orderId), isNotNull(other.settledAt)));
  return sql<boolean>`${exists(settledPayments)}`;
}

function toPayment(
  order: OrderRow,
  payment: PaymentRow | null,
  refund: RefundState | undefined,
  bank: TransferSettings | null,
): Order["payment"] {
  const { status } = order;
  const orderReason = status === "failed" || status === "expired" ? order.reason : null;
  return {
    status,
    method: payment?.method ?? "card",
    due_on: order.awaitsApproval ? null : (payment?.dueOn ?? null),
    returnable: status === "pending" && payment?.method === "transfer" && order.openedBy === order.userId,
    bank:
      bank && status === "pending" && payment?.method === "transfer" && !order.awaitsApproval
        ? {
            name_eng: bank.bankNameEng,
            name_ar: bank.bankNameAr,
            account_holder: bank.accountHolder,
            iban: bank.iban,
          }
        : null,
    returning: refund?.returning ?? false,
    returned: refund && refund.returnedHalalas > 0 ? decimalFromHalalas(refund.returnedHalalas) : null,
    reason: refund?.reason ?? orderReason,
    message: status === "failed" ? (payment?.message ?? null) : null,
    card_scheme: payment?.cardScheme ?? null,
    card_masked: payment?.cardMasked ?? null,
  };
}

function toOrder(
  order: OrderRow,
  payment: Order["payment"],
  { lines, isHeld, changes }: { lines: OrderLine[]; isHeld: boolean; changes: Order["changes"] },
): Order {
  const [first] = lines;
  if (!first) throw new Error(`Order ${order.id} has no line`);
  const { course_id: id, visibility, key, slug, name_eng, name_ar } = first;
  return {
    id: order.id,
    created_at: order.createdAt.toISOString(),
    sub_total: decimalFromHalalas(order.subTotalHalalas),
    tax: decimalFromHalalas(order.taxHalalas),
    tax_percent: order.taxPercent,
    total: decimalFromHalalas(order.totalHalalas),
    currency: "SAR",
    payment,
    course: { id, visibility, key, slug, name_eng, name_ar },
    lines,
    billing: order.billing,
    company: order.invoiceRecipient,
    held_until: isHeld ? order.expiresAt.toISOString() : null,
    changes,
    difference_of: order.differenceOf,
  };
}

async function readOrders(ctx: Ctx, where: SQL | undefined): Promise<Order[]> {
  const heldSeats = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orders.id), eq(enrolments.state, "held")));
  const rows = await ctx.db
    .select({
      order: orders,
      payment: payments,
      isHeld: sql<boolean>`${and(gt(orders.expiresAt, ctx.now()), exists(heldSeats))}`,
    })
    .from(orders)
    .leftJoin(payments, isShownPaymentSql(ctx))
    .where(where)
    .orderBy(desc(orders.id))
    .limit(maxOrders);
  if (rows.length === 0) return [];
  const linesByOrder = await readLines(
    ctx,
    rows.map(({ order }) => order),
  );
  const refundsByOrder = await readRefunds(
    ctx,
    rows.map(({ order }) => order.id),
  );
  const changesByOrder = await readChanges(
    ctx,
    rows.map(({ order }) => order.id),
  );
  const bank = await transferSettings(ctx);
  return rows.map(({ order, payment, isHeld }) =>
    toOrder(order, toPayment(order, payment, refundsByOrder.get(order.id), bank), {
      lines: linesByOrder.get(order.id) ?? [],
      isHeld,
      changes: changesByOrder.get(order.id) ?? [],
    }),
  );
}

function requireSelf(ctx: Ctx, userId: string): string {
  const viewer = requireViewer(ctx);
  if (userId !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale: ctx.locale }));
  return viewer.id;
}

/** Lists a buyer's orders, newest first. Callers check the permission. */
export const listBuyerOrders = (ctx: Ctx, userId: string): Promise<Order[]> =>
  readOrders(ctx, eq(orders.userId, userId));

/** Lists the caller's orders, newest first. Throws Unauthenticated, Forbidden for another person's id. */
export async function listMyOrders(ctx: Ctx, input: { id: string }): Promise<Order[]> {
  return listBuyerOrders(ctx, requireSelf(ctx, input.id));
}

/**
 * Reads an order of the caller. Throws Unauthenticated, Forbidden for another person's id, NotFound (also for another
 * person's order).
 */
export async function myOrder(ctx: Ctx, input: { user_id: string; order_id: number }): Promise<Order> {
  const userId = requireSelf(ctx, input.user_id);
  const [order] = await readOrders(ctx, and(eq(orders.userId, userId), eq(orders.id, input.order_id)));
  if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  return order;
}

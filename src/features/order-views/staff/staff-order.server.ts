import { isMovedAwaySql } from "#features/seats/person-of-seat.server.ts";
import { toDiscount, getLineDiscount } from "#features/orders/pricing.ts";
import { readSeatPrices } from "#features/settlement/refunds/seat-prices.server.ts";
import { asc, count, desc, eq } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { isHoldExpired } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { readRefundGroups } from "#features/changes/grouped-refunds.server.ts";
import { refundRequests, type RefundRequest } from "#features/changes/approval-tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { readDisplayNames, type StaffNames } from "#features/staff/names.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { readNotes } from "./order-notes.server.ts";
import { selectOrders, toRow } from "./staff-orders.server.ts";

async function readOrderMoney(ctx: Ctx, orderId: number) {
  const whereOrder = eq(payments.orderId, orderId);
  const orderPayments = await ctx.db.select().from(payments).where(whereOrder).orderBy(asc(payments.number));
  const rows = await ctx.db
    .select({ refund: refunds, method: payments.method })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(whereOrder)
    .orderBy(asc(refunds.id));
  return {
    payments: orderPayments.map(({ id, method, status, message, reference, ...payment }) => ({
      id,
      method,
      status,
      amount: decimalFromHalalas(payment.amountHalalas),
      refunded: decimalFromHalalas(payment.refundedHalalas),
      message,
      cardScheme: payment.cardScheme,
      cardMasked: payment.cardMasked,
      dueOn: payment.dueOn,
      reference,
      receivedOn: payment.receivedOn,
      createdAt: payment.createdAt.toISOString(),
      settledAt: payment.settledAt?.toISOString() ?? null,
    })),
    refunds: rows.map(({ refund: { id, reason, status, problem, seatIds, runIds, ...refund }, method }) => ({
      id,
      paymentId: refund.paymentId,
      method,
      amount: decimalFromHalalas(refund.amountHalalas),
      reason,
      status,
      problem,
      seatIds,
      runIds,
      reference: refund.reference,
      paidOn: refund.paidOn,
      createdAt: refund.createdAt.toISOString(),
      doneAt: refund.doneAt?.toISOString() ?? null,
    })),
  };
}

type OrderMoney = Awaited<ReturnType<typeof readOrderMoney>>;

async function readOrderSeats(
  ctx: Ctx,
  { id: orderId, status }: typeof orders.$inferSelect,
  orderRefunds: OrderMoney["refunds"],
) {
  const isRefunded = ({ id, runId }: typeof enrolments.$inferSelect) =>
    status === "refunded" || orderRefunds.some(({ seatIds, runIds }) => seatIds.includes(id) || runIds.includes(runId));
  const rows = await ctx.db
    .select({
      seat: enrolments,
      line: orderLines,
      run: courseRuns,
      profession: users.profession,
      isMoved: isMovedAwaySql(ctx),
    })
    .from(enrolments)
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .leftJoin(users, eq(users.id, enrolments.userId))
    .where(eq(enrolments.orderId, orderId))
    .orderBy(orderLines.id, enrolments.seat);
  const prices = await readSeatPrices(ctx, [orderId]);
  return rows.map(({ seat, line, run, profession, isMoved }) => ({
    id: seat.id,
    runId: run.id,
    seat: seat.seat,
    state: seat.state,
    name: seat.attendeeName,
    email: seat.attendeeEmail,
    scfhs_number: seat.scfhsNumber,
    profession: profession ?? "",
    unitPrice: decimalFromHalalas(prices.get(line.id)?.[seat.seat - 1]?.netHalalas ?? line.unitPriceHalalas),
    paid: decimalFromHalalas(prices.get(line.id)?.[seat.seat - 1]?.totalHalalas ?? 0),
    name_eng: line.nameEng,
    name_ar: line.nameAr,
    startDate: run.startDate,
    endDate: run.endDate,
    venue_eng: run.venueEng,
    venue_ar: run.venueAr,
    endedAt: seat.endedAt?.toISOString() ?? null,
    keptUntil: seat.keptUntil,
    isRefunded: isRefunded(seat),
    refundDueAt: status === "refunded" ? null : (seat.refundDueAt?.toISOString() ?? null),
    isMoved,
    holdExpired: isHoldExpired(ctx, seat),
  }));
}

const toRequest = (request: RefundRequest, names: StaffNames, parts: readonly RefundRequest[]) => ({
  id: request.id,
  orderId: request.orderId,
  amount: decimalFromHalalas(request.amountHalalas),
  seatIds: request.seatIds,
  reason: request.reason,
  state: request.state,
  askedBy: { id: request.askedBy, name: names.get(request.askedBy) ?? request.askedByName },
  askedAt: request.askedAt.toISOString(),
  decidedBy:
    request.decidedBy === null
      ? null
      : { id: request.decidedBy, name: names.get(request.decidedBy) ?? request.decidedByName ?? "" },
  decidedAt: request.decidedAt?.toISOString() ?? null,
  word: request.word,
  along: parts
    .filter(({ id }) => id !== request.id)
    .map((part) => ({ orderId: part.orderId, amount: decimalFromHalalas(part.amountHalalas) })),
});

/** Converts refund requests to rows of the staff API. */
export async function toRequestRows(ctx: Ctx, requests: readonly RefundRequest[]) {
  const names = await readDisplayNames(
    ctx,
    requests.flatMap(({ askedBy, decidedBy }) => [askedBy, decidedBy]),
  );
  const parts = await readRefundGroups(ctx, requests);
  return requests.map((request) => toRequest(request, names, parts.get(request.id) ?? []));
}

/** Reads an order with all that the portal shows of it. Throws NotFound. */
export async function readOrder(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readOrder.permission);
  const [row] = await selectOrders(ctx).where(eq(orders.id, id));
  if (!row) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const { order, buyer } = row;
  const lines = await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.id);
  const documents = await ctx.db
    .select()
    .from(taxDocuments)
    .where(eq(taxDocuments.orderId, id))
    .orderBy(taxDocuments.id);
  const requests = await ctx.db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.orderId, id))
    .orderBy(desc(refundRequests.id));
  const { contactNumber, workplace, createdAt } = users;
  const [person] = await ctx.db
    .select({ contactNumber, workplace, createdAt })
    .from(users)
    .where(eq(users.id, buyer.id));
  const [buyerTotals] = await ctx.db.select({ orders: count() }).from(orders).where(eq(orders.userId, buyer.id));
  const money = await readOrderMoney(ctx, id);
  return {
    ...toRow(row),
    locale: order.locale,
    taxPercent: order.taxPercent,
    heldUntil: order.status === "pending" ? order.expiresAt.toISOString() : null,
    openedByStaff: order.openedBy !== null && order.openedBy !== order.userId,
    buyer: {
      ...buyer,
      phone: person?.contactNumber ?? "",
      workplace: person?.workplace ?? "",
      since: person?.createdAt.toISOString() ?? null,
      orders: buyerTotals?.orders ?? 0,
    },
    billing: { ...order.billing },
    company: order.invoiceRecipient && { ...order.invoiceRecipient },
    lines: lines.map((line) => ({
      runId: line.runId,
      name_eng: line.nameEng,
      name_ar: line.nameAr,
      qty: line.qty,
      unitPrice: decimalFromHalalas(line.unitPriceHalalas),
      discount: toDiscount(getLineDiscount(line)),
    })),
    enrolments: await readOrderSeats(ctx, order, money.refunds),
    ...money,
    documents: documents.map((document) => ({
      id: document.id,
      number: document.number,
      kind: document.kind,
      total: decimalFromHalalas(document.totalHalalas),
      issuedAt: document.issuedAt.toISOString(),
    })),
    refundRequests: await toRequestRows(ctx, requests),
    notes: await readNotes(ctx, id),
  };
}
readOrder.permission = "orders.read" as const;

import { paidStatuses } from "#features/orders/order-states.ts";
import { and, eq, exists, inArray, isNotNull, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isValueKeptSql, settleRefundDue } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { readSettledPayments, type SettledPayment } from "#features/payments/locked-order.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { readKept } from "./kept.server.ts";
import { readSeatPrices } from "./seat-prices.server.ts";
import { decideRefund } from "./refund-requests.server.ts";

interface RunRefund {
  orderId: number;
  buyerId: string;
  /** The refunded payments; amounts are whole halalas including VAT. */
  parts: { payment: SettledPayment; amountHalalas: number }[];
}

/**
 * Reads the seats of a run that get no further refund, keyed by line and seat number: an earlier refund named them,
 * finance kept their payment, or their value is kept for another date. The map has true for seats whose value is kept.
 * For a line that paid a price difference, one of its seats counts for each such seat; it does not matter which.
 */
async function readExcludedSeats(ctx: Ctx, runId: number): Promise<Map<string, boolean>> {
  const { id, orderLineId, seat, state, differenceIds } = enrolments;
  const named = ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.orderId, enrolments.orderId), sql`${refunds.seatIds} @> to_jsonb(${id})`));
  const rows = await ctx.db
    .select({ orderLineId, seat, differenceIds, isKept: sql<boolean>`${isValueKeptSql}` })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.runId, runId),
        eq(state, "cancelled"),
        or(exists(named), isValueKeptSql, isNotNull(enrolments.paymentKeptAt)),
      ),
    );
  const excludedSeats = new Map(rows.map((row) => [`${row.orderLineId} ${row.seat}`, row.isKept]));
  const ids = rows.flatMap((row) => row.differenceIds);
  const lines =
    ids.length === 0
      ? []
      : await ctx.db
          .select({ id: orderLines.id, orderId: orderLines.orderId, qty: orderLines.qty })
          .from(orderLines)
          .where(and(eq(orderLines.runId, runId), inArray(orderLines.orderId, ids)));
  for (const { differenceIds, isKept } of rows)
    for (const orderId of differenceIds) {
      const line = lines.find((one) => one.orderId === orderId && one.qty > 0);
      if (line) excludedSeats.set(`${line.id} ${line.qty--}`, isKept);
    }
  return excludedSeats;
}

/**
 * Calculates the refunds that all or some orders would get if the run is cancelled. Callers that act on the result hold
 * the locks of the orders and the run.
 */
export async function readRunRefunds(ctx: Ctx, runId: number, orderIds?: number[]): Promise<RunRefund[]> {
  const others = alias(orderLines, "other_line");
  const otherLines = ctx.db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.orderId, orders.id), ne(others.runId, runId)));
  const paid = await ctx.db
    .select({
      line: orderLines,
      buyerId: orders.userId,
      isOnlyLine: sql<boolean>`${notExists(otherLines)}`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(eq(orderLines.runId, runId), inArray(orders.status, paidStatuses), orderIds && inArray(orders.id, orderIds)),
    );
  const settled = await readSettledPayments(
    ctx,
    paid.map(({ line }) => line.orderId),
  );
  const prices = await readSeatPrices(
    ctx,
    paid.map(({ line }) => line.orderId),
  );
  const excludedSeats = await readExcludedSeats(ctx, runId);
  const keptHalalasByOrder = await readKept(
    ctx,
    paid.map(({ line }) => line.orderId),
  );
  return paid.flatMap(({ line, buyerId, isOnlyLine }) => {
    const settledPayments = settled.get(line.orderId) ?? [];
    // What was kept of earlier cancellations did not pay for any of these seats.
    const heldHalalas =
      settledPayments.reduce((sum, payment) => sum + payment.leftHalalas, 0) -
      (keptHalalasByOrder.get(line.orderId) ?? 0);
    const sumSeats = (isCounted: (isKept: boolean | undefined) => boolean) =>
      (prices.get(line.id) ?? []).reduce(
        (sum, { totalHalalas }, index) =>
          sum + (isCounted(excludedSeats.get(`${line.id} ${index + 1}`)) ? totalHalalas : 0),
        0,
      );
    const leftHalalas = heldHalalas - sumSeats((isKept) => isKept === true);
    const lineHalalas = sumSeats((isKept) => isKept === undefined);
    const due = isOnlyLine ? leftHalalas : Math.min(leftHalalas, lineHalalas);
    if (due <= 0) return [];
    return [{ orderId: line.orderId, buyerId, parts: splitRefund(due, settledPayments) ?? [] }];
  });
}

/** Prefix of the key of a refund that the cancellation of a run made; the payment's id follows. */
const getKeyPrefix = (runId: number) => `course-cancelled:${runId}:`;

/** Writes the refunds of some locked orders of a cancelled run. Returns the number of refunds written. */
export async function refundRunOrders(ctx: Ctx, runId: number, orderIds: number[]): Promise<number> {
  let written = 0;
  for (const { orderId, buyerId, parts } of await readRunRefunds(ctx, runId, orderIds)) {
    await settleRefundDue(ctx, orderId, { runIds: [runId], seatIds: [] });
    for (const { payment, amountHalalas } of parts) {
      const key = `${getKeyPrefix(runId)}${payment.id}`;
      const refund = { amountHalalas, reason: "course-cancelled", runIds: [runId], key };
      if (await decideRefund(ctx, { id: orderId, userId: buyerId }, payment, refund)) written++;
    }
  }
  return written;
}

/** Reads the refunds that the cancellation of a run made, by order. */
export async function readWrittenRunRefunds(ctx: Ctx, runId: number, orderIds?: number[]) {
  const { id, paymentId, amountHalalas, status, problem } = refunds;
  const { orderId } = payments;
  const { orderId: lineOrderId } = orderLines;
  return ctx.db
    .select({ id, paymentId, orderId, amountHalalas, status, problem })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, paymentId))
    .where(
      and(
        inArray(
          orderId,
          orderIds ?? ctx.db.select({ id: lineOrderId }).from(orderLines).where(eq(orderLines.runId, runId)),
        ),
        eq(refunds.key, sql`${getKeyPrefix(runId)} || ${paymentId}::text`),
      ),
    )
    .orderBy(orderId, id);
}

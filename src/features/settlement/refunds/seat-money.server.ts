import { and, asc, eq, ne, or } from "drizzle-orm";
import { isRefundDueSql, isValueKeptSql } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { readSettledPayments } from "#features/payments/locked-order.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { readKept } from "./kept.server.ts";
import { readSeatPrices } from "./seat-prices.server.ts";
import { paidForSeats } from "./seat-prices.ts";

interface OpenSeat {
  id: number;
  orderLineId: number;
  runId: number;
  /** Price of the seat after its discount, before VAT and including VAT. */
  netHalalas: number;
  totalHalalas: number;
  differenceIds: number[];
  /** Whether a pending refund releases the seat. */
  returning: boolean;
}

/** Lists the seats of an order that may be refunded or are being refunded (`returning`), each with its price. */
async function readOpenSeats(ctx: Ctx, orderId: number): Promise<OpenSeat[]> {
  const { id, runId, orderLineId, seat, state, differenceIds } = enrolments;
  const prices = await readSeatPrices(ctx, [orderId]);
  const seats = await ctx.db
    .select({ id, runId, orderLineId, seat, differenceIds })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), or(eq(state, "confirmed"), isValueKeptSql, isRefundDueSql)))
    .orderBy(asc(id));
  const pendingRefunds = await ctx.db
    .select({ runIds: refunds.runIds, seatIds: refunds.seatIds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.orderId, orderId), ne(refunds.status, "done")));
  const runIds = new Set(pendingRefunds.flatMap((refund) => refund.runIds));
  const seatIds = new Set(pendingRefunds.flatMap((refund) => refund.seatIds));
  return seats.map(({ id, runId, orderLineId, seat, differenceIds }) => {
    const price = prices.get(orderLineId)?.[seat - 1] ?? { netHalalas: 0, totalHalalas: 0 };
    return { id, orderLineId, runId, ...price, differenceIds, returning: runIds.has(runId) || seatIds.has(id) };
  });
}

/**
 * Reads how much of an order's payments is left, and how much of that belongs to some of its seats. Throws
 * ValidationError for a seat that is not the order's, or is being refunded.
 */
export async function readSeatMoney(ctx: Ctx, orderId: number, seatIds: readonly number[]) {
  const settled = (await readSettledPayments(ctx, [orderId])).get(orderId) ?? [];
  const leftHalalas = settled.reduce((sum, payment) => sum + payment.leftHalalas, 0);
  const open = (await readOpenSeats(ctx, orderId)).filter(({ returning }) => !returning);
  const chosen = open.filter(({ id }) => seatIds.includes(id));
  if (chosen.length < new Set(seatIds).size)
    throw new ValidationError({ seatIds: [m.refunds_seat_not_open({}, { locale: ctx.locale })] });
  const seatsHalalas = paidForSeats({
    seatsHalalas: chosen.reduce((sum, seat) => sum + seat.totalHalalas, 0),
    isAll: chosen.length > 0 && chosen.length === open.length,
    leftHalalas,
    keptHalalas: (await readKept(ctx, [orderId])).get(orderId) ?? 0,
  });
  return { settled, leftHalalas, open, chosen, seatsHalalas };
}

import { desc, eq, sql, and, inArray, isNotNull } from "drizzle-orm";
import { lockOrders, withItsOriginSql } from "#features/orders/locks.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import {
  isOpenPayment,
  type ExpectedPayment,
  type PaymentBalance,
  type PaymentSituation,
  type PaymentMethod,
} from "#features/payments/payment-rules.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import type { Refundable } from "#features/payments/refund-rules.ts";

export interface SettledPayment extends Refundable {
  orderId: number;
  method: PaymentMethod;
}

/**
 * Lists the settled payments of each order that are not fully refunded, newest first. Refunds that are not done yet
 * count too, also those that wait for a person.
 */
export async function readSettledPayments(ctx: Ctx, orderIds: number[]): Promise<Map<number, SettledPayment[]>> {
  const refundSum = ctx.db
    .select({ halalas: sql`coalesce(sum(${refunds.amountHalalas}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.paymentId, payments.id));
  const { id, orderId, method, amountHalalas } = payments;
  const rows = await ctx.db
    .select({ id, orderId, method, leftHalalas: sql<number>`${amountHalalas} - ${refundSum}` })
    .from(payments)
    .where(and(inArray(orderId, orderIds), isNotNull(payments.settledAt)))
    .orderBy(orderId, desc(payments.number));
  return Map.groupBy(
    rows.filter(({ leftHalalas }) => leftHalalas > 0),
    (payment) => payment.orderId,
  );
}

export type OrderPayment = Omit<typeof payments.$inferSelect, "orderId"> & PaymentBalance;

export interface LockedOrder {
  order: {
    id: number;
    userId: string;
    status: OrderStatus;
    expiresAt: Date;
    totalHalalas: number;
    differenceOf: number | null;
    awaitsApproval: boolean;
  };
  /** Newest first. */
  payments: OrderPayment[];
}

export interface LockedPayment extends LockedOrder {
  payment: OrderPayment;
}

/** Lists an order's payments, newest first, each with the amount that was or is being refunded. */
export async function readPayments(ctx: Ctx, orderId: number): Promise<OrderPayment[]> {
  const refundSum = ctx.db
    .select({ halalas: sql`coalesce(sum(${refunds.amountHalalas}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.paymentId, payments.id));
  const rows = await ctx.db
    .select({ payment: payments, returningHalalas: sql<number>`${refundSum}` })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.number));
  return rows.map(({ payment, returningHalalas }) => ({ ...payment, returningHalalas }));
}

/**
 * Locks an order until the transaction ends, and the order whose price difference it pays. Returns null when it does
 * not exist.
 */
export async function lockOrder(
  ctx: Ctx,
  reference: { paymentId: string } | { orderId: number },
): Promise<LockedOrder | null> {
  const { id, userId, status, expiresAt, totalHalalas, differenceOf, awaitsApproval } = orders;
  const orderIdQuery =
    "orderId" in reference
      ? reference.orderId
      : ctx.db.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, reference.paymentId));
  const query = ctx.db
    .select({ id, userId, status, expiresAt, totalHalalas, differenceOf, awaitsApproval })
    .from(orders)
    .where(inArray(id, withItsOriginSql(ctx, orderIdQuery)));
  // The order whose price difference is paid is older, so the requested order comes last.
  const order = (await lockOrders(ctx, query.$dynamic())).at(-1);
  return order ? { order, payments: await readPayments(ctx, order.id) } : null;
}

/** Locks the order of a payment. Returns null for an unknown payment. */
export async function lockPayment(ctx: Ctx, paymentId: string): Promise<LockedPayment | null> {
  const locked = await lockOrder(ctx, { paymentId });
  const payment = locked?.payments.find(({ id }) => id === paymentId);
  return locked && payment ? { ...locked, payment } : null;
}

/** Builds the values that the provider's payment must match to be ours. */
export const toExpectedPayment = (
  orderId: number,
  payment: { id: string; amountHalalas: number; currency: string },
): ExpectedPayment => ({
  paymentId: payment.id,
  orderId,
  amountHalalas: payment.amountHalalas,
  currency: payment.currency,
});

export function getPaymentSituation({ payment, payments: allPayments }: LockedPayment): PaymentSituation {
  const others = allPayments.filter(({ id }) => id !== payment.id);
  return {
    hasRefund: payment.returningHalalas > 0,
    isPaidByAnother: payment.settledAt === null && others.some(({ settledAt }) => settledAt !== null),
    isAnotherOpen: others.some(({ status }) => isOpenPayment(status)),
  };
}

/** Reads the card of a payment; null without a payment. */
export async function readPaidWith(ctx: Ctx, paymentId: string | undefined) {
  if (paymentId === undefined) return null;
  const { cardScheme, cardMasked } = payments;
  const [row] = await ctx.db.select({ cardScheme, cardMasked }).from(payments).where(eq(payments.id, paymentId));
  return row ?? null;
}

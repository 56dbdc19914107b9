import { isPaid } from "#features/orders/order-states.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import { quoteCredit } from "#features/invoices/issue.server.ts";
import { readSeatMoney } from "#features/settlement/refunds/seat-money.server.ts";
import { withDifferencesSql, withItsOriginSql } from "#features/orders/locks.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { refundLimitHalalas } from "#features/settings/settings.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { refundRequests } from "./approval-tables.server.ts";

/** Reasons that staff choose from. Staff write any other reason in their own words, in both languages. */
export const refundReasons = ["requested", "cannot-attend", "booked-by-mistake", "course-changed", "goodwill"] as const;

/** What to refund: everything that is left (`whole`), some seats, or an amount, with or without seats. */
export interface RefundInput {
  orderId: number;
  whole?: boolean | undefined;
  /** `enrolment.id`. */
  seatIds?: number[] | undefined;
  /** VAT included, whole halalas. Defaults to the price of the seats. */
  amountHalalas?: number | undefined;
}

export interface RefundQuote {
  orderId: number;
  amountHalalas: number;
  netHalalas: number;
  taxHalalas: number;
  taxPercent: number;
  /** What can still be refunded of the order before this refund. */
  leftHalalas: number;
  /** What can still be refunded of the order after this refund. */
  remainsHalalas: number;
  /** Seats that the refund releases. */
  seatIds: number[];
  /** Whether it refunds everything that is left, which ends the order. */
  isWhole: boolean;
  /** The payments to refund. `byHand`: a person makes a bank transfer and records it. */
  parts: { paymentId: string; amountHalalas: number; byHand: boolean }[];
  hasCreditNote: boolean;
  limitHalalas: number;
  needsSecondPerson: boolean;
}

/**
 * Sums the refunds of a purchase that no second person approved, in halalas. A purchase is the order that bought the
 * seats and the orders that paid the difference for more expensive dates; `orderId` may be any of them.
 */
export async function refundedAlone(ctx: Ctx, orderId: number): Promise<number> {
  const purchaseOrdersSql = withDifferencesSql(ctx, withItsOriginSql(ctx, orderId));
  const [sums] = await ctx.db
    .select({ halalas: sql<number>`coalesce(sum(${refundRequests.amountHalalas}), 0)::int` })
    .from(refundRequests)
    .where(and(inArray(refundRequests.orderId, purchaseOrdersSql), eq(refundRequests.state, "direct")));
  return sums?.halalas ?? 0;
}

/** Quotes a refund in the open transaction, without a permission check. Throws NotFound, Conflict (not paid), ValidationError. */
export async function readQuote(ctx: Ctx, input: RefundInput): Promise<RefundQuote> {
  const { orderId, whole = false, seatIds = [] } = input;
  const { locale } = ctx;
  const { status, taxPercent } = orders;
  const [order] = await ctx.db.select({ status, taxPercent }).from(orders).where(eq(orders.id, orderId));
  if (!order) throw new NotFound(m.orders_not_found({}, { locale }));
  if (!isPaid(order)) throw new Conflict(m.payments_refund_not_paid({}, { locale }));
  const money = await readSeatMoney(ctx, orderId, seatIds);
  const { settled, leftHalalas, open, chosen, seatsHalalas } = money;
  const amountHalalas = whole ? leftHalalas : (input.amountHalalas ?? seatsHalalas);
  const parts = amountHalalas > 0 ? splitRefund(amountHalalas, settled) : null;
  if (!parts) {
    const amount = decimalFromHalalas(leftHalalas);
    throw new ValidationError({ amount: [m.payments_refund_above_left({ amount }, { locale })] });
  }
  const limitHalalas = await refundLimitHalalas(ctx);
  const isWhole = amountHalalas === leftHalalas;
  const credit = await quoteCredit(ctx, orderId, amountHalalas, order.taxPercent);
  return {
    orderId,
    amountHalalas,
    netHalalas: credit.netHalalas,
    taxHalalas: credit.taxHalalas,
    taxPercent: order.taxPercent,
    leftHalalas,
    remainsHalalas: leftHalalas - amountHalalas,
    seatIds: (isWhole ? open : chosen).map(({ id }) => id),
    isWhole,
    parts: parts.map(({ payment, amountHalalas }) => {
      return { paymentId: payment.id, amountHalalas, byHand: payment.method !== "card" };
    }),
    hasCreditNote: credit.hasInvoice,
    limitHalalas,
    // Refunds without a second person count together for the whole purchase, so that no one splits them to stay below
    // the limit.
    needsSecondPerson: (await refundedAlone(ctx, orderId)) + amountHalalas > limitHalalas,
  };
}

/** Quotes a refund and changes nothing. Throws NotFound, Conflict (not paid), ValidationError (amount, seats). */
export async function quoteRefund(ctx: Ctx, input: RefundInput): Promise<RefundQuote> {
  requirePermission(ctx, quoteRefund.permission);
  return inTransaction(ctx, (ctx) => readQuote(ctx, input));
}
quoteRefund.permission = "orders.refund" as const;

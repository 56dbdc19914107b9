import { eq, and, exists, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import { lockOrderRuns } from "#features/orders/locks.server.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { releaseSeats, confirmSeats, heldSeatsSql } from "#features/seats/seats.server.ts";
import {
  decide,
  isLate,
  missingHalalas,
  nextCheck,
  getSaleRefusal,
  type Decision,
  type PaymentStatus,
  type SaleState,
} from "#features/payments/payment-rules.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import type { ProviderPayment } from "#features/payments/provider.ts";
import { recordExternalRefund } from "#features/settlement/refunds/refund-ledger.server.ts";
import { requestRefund } from "#features/settlement/refunds/refund-requests.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { readDiscountState } from "#features/discounts/discounts.server.ts";
import { finishPaidMove, readMoveState } from "./moves/finish-move.server.ts";
import { queueAttendeeMails } from "#features/seats/seat-mails.server.ts";
import type { DocumentPayment } from "#features/invoices/document.ts";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import {
  endBoughtEntries,
  hasEntrySql,
  runsWithWaitlistAhead,
  countUnclaimedSeats,
} from "#features/seats/offers.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import {
  toExpectedPayment,
  lockPayment,
  getPaymentSituation,
  type LockedOrder,
  type LockedPayment,
} from "#features/payments/locked-order.server.ts";
import { observeSettled } from "./settle-seconds.server.ts";
import { queueOrderMail } from "./mails/order-mails.server.ts";

interface Saleable extends Omit<SaleState, "isRepriced"> {
  hasUnitPriceChanged: boolean;
  hasDiscountChanged: boolean;
  taxPercent: number;
  /** Someone other than the buyer is named as an attendee. */
  hasOtherAttendees: boolean;
  /** The buyer is on the waiting list of a run in the order. */
  isOnWaitlist: boolean;
}

type StateOfLines = Pick<Saleable, "hasFreeSeats" | "isCancelled" | "isClosed" | "hasEnded" | "hasUnitPriceChanged">;

/** Columns of the order that decide a sale, apart from its runs. For a query that joins `orders`. */
function orderStateFields(ctx: Ctx, orderId: number) {
  const other = alias(enrolments, "other");
  const whereOrder = eq(enrolments.orderId, orderId);
  /** Selects seats that attendees of this order have through another order, by email or account. */
  const selectOtherSeats = (samePerson: SQL) =>
    ctx.db
      .select({ id: other.id })
      .from(enrolments)
      .innerJoin(
        other,
        and(
          eq(other.runId, enrolments.runId),
          eq(other.state, "confirmed"),
          ne(other.orderId, enrolments.orderId),
          samePerson,
        ),
      )
      .where(whereOrder);
  const otherAttendees = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(
      and(
        whereOrder,
        isNotNull(enrolments.attendeeEmail),
        or(isNull(enrolments.userId), ne(enrolments.userId, orders.userId)),
      ),
    );
  return {
    taxPercent: orders.taxPercent,
    // Two subqueries instead of one with `or`: each uses its index.
    isRegistered: sql<boolean>`${exists(selectOtherSeats(eq(other.attendeeEmail, enrolments.attendeeEmail)))} or ${exists(selectOtherSeats(eq(other.userId, enrolments.userId)))}`,
    hasOtherAttendees: sql<boolean>`${exists(otherAttendees)}`,
    isOnWaitlist: hasEntrySql(ctx, orderId),
  };
}

interface LineOnSale {
  qty: number;
  unitPriceHalalas: number;
  run: typeof courseRuns.$inferSelect;
  isClosed: boolean;
  heldByOthers: number;
  /** The order's holds have expired, and others are on the waiting list. */
  isBehindWaitlist: boolean;
}

function getLinesState(lines: LineOnSale[], today: string): StateOfLines {
  return {
    hasFreeSeats: lines.every(
      ({ qty, run, heldByOthers, isBehindWaitlist }) =>
        !isBehindWaitlist && countUnclaimedSeats(run, heldByOthers) >= qty,
    ),
    isCancelled: lines.some(({ run }) => run.cancelledAt !== null),
    isClosed: lines.some(({ isClosed, run }) => isClosed || run.saleStoppedAt !== null),
    hasEnded: lines.some(({ run }) => run.endDate < today),
    hasUnitPriceChanged: lines.some(({ run, unitPriceHalalas }) => run.priceHalalas !== unitPriceHalalas),
  };
}

/** Reads whether an order can be sold. To decide a sale, call it after `lockOrderRuns`, in a separate statement. */
export async function readSaleable(ctx: Ctx, orderId: number): Promise<Saleable> {
  const lines = await ctx.db
    .select({
      qty: orderLines.qty,
      unitPriceHalalas: orderLines.unitPriceHalalas,
      discountHalalas: orderLines.discountHalalas,
      run: courseRuns,
      isClosed: courses.disable_course,
      differenceOf: orders.differenceOf,
      heldByOthers: heldSeatsSql(ctx, ne(orders.id, orderId)),
      order: orderStateFields(ctx, orderId),
    })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orderLines.orderId, orderId));
  const [first] = lines;
  if (!first) throw new Error(`Order ${orderId} has no lines`);
  const runIdsWithWaitlist = lines.filter(({ run }) => run.waiting > 0).map(({ run }) => run.id);
  const behind = await runsWithWaitlistAhead(ctx, orderId, runIdsWithWaitlist);
  const state = getLinesState(
    lines.map((line) => ({ ...line, isBehindWaitlist: behind.has(line.run.id) })),
    riyadhDate(ctx.now()),
  );
  // A price difference is not the price of a run. Its discount was granted with the seats that move.
  const isDifference = first.differenceOf !== null;
  const isDiscounted = !isDifference && lines.some(({ discountHalalas }) => discountHalalas > 0);
  const discountState = isDiscounted
    ? await readDiscountState(ctx, orderId)
    : { isCodeUsedUp: false, hasDiscountChanged: false };
  const saleable = { ...state, ...first.order, ...discountState };
  return isDifference ? { ...saleable, hasUnitPriceChanged: false, ...(await readMoveState(ctx, orderId)) } : saleable;
}

export async function saleState(ctx: Ctx, saleable: Saleable): Promise<SaleState> {
  const { hasUnitPriceChanged, hasDiscountChanged } = saleable;
  return {
    ...saleable,
    isRepriced: hasUnitPriceChanged || hasDiscountChanged || saleable.taxPercent !== (await taxPercent(ctx)),
  };
}

export const toDocumentPayment = ({
  method,
  cardScheme,
  cardMasked,
}: Pick<typeof payments.$inferSelect, "method" | "cardScheme" | "cardMasked">): DocumentPayment => ({
  cardScheme,
  cardMasked,
  ...(method === "transfer" && { method }),
});

/**
 * Marks an order as paid, with seats, emails and invoice. `reason` explains unusual cases. Callers hold the order and
 * run locks and have checked that seats are free and that settled payments reach the total. Call it last, because the
 * next buyer waits for the invoice number. Throws when the order's status does not allow it.
 */
export async function sellOrder(
  ctx: Ctx,
  order: { id: number; userId: string; status: OrderStatus; differenceOf?: number | null },
  { reason, saleable, payment }: { reason: string | null; saleable: Saleable; payment: DocumentPayment },
): Promise<void> {
  await moveOrder(ctx, order, "paid", reason);
  if (order.differenceOf) await finishPaidMove(ctx, order.id);
  else await confirmSeats(ctx, order.id);
  if (saleable.isOnWaitlist) await endBoughtEntries(ctx, order);
  if (!order.differenceOf) {
    await queueOrderMail(ctx, "order-confirmed", order.id);
    if (saleable.hasOtherAttendees) await queueAttendeeMails(ctx, order.id);
  }
  await issueInvoice(ctx, order.id, payment);
}

export interface Settled {
  orderId: number;
  status: OrderStatus;
  transactionUrl: string | null;
}

async function recordSettled(ctx: Ctx, { payment }: LockedPayment, reported: ProviderPayment): Promise<void> {
  const { message, cardScheme, cardMasked } = reported;
  const now = ctx.now();
  await ctx.db
    .update(payments)
    .set({ status: "paid", message, cardScheme, cardMasked, settledAt: now, updatedAt: now, checkAt: null })
    .where(eq(payments.id, payment.id));
}

async function fulfil(ctx: Ctx, locked: LockedPayment, reported: ProviderPayment): Promise<OrderStatus> {
  const { order, payment } = locked;
  await lockOrderRuns(ctx, order.id);
  const saleable = await readSaleable(ctx, order.id);
  const refusal = getSaleRefusal(order, await saleState(ctx, saleable), ctx.now());
  if (!refusal) {
    const { cardScheme, cardMasked } = reported;
    await recordSettled(ctx, locked, reported);
    if (missingHalalas(order.totalHalalas, locked.payments) > payment.amountHalalas) return order.status;
    const reason = isLate(order, ctx.now()) ? "late-payment" : null;
    await sellOrder(ctx, order, { reason, saleable, payment: { cardScheme, cardMasked } });
    return "paid";
  }
  ctx.log.warn({ order_id: order.id, payment_id: payment.id, reason: refusal }, "a payment buys nothing: given back");
  await releaseSeats(ctx, order.id);
  await requestRefund(ctx, order, payment, refusal);
  return order.status === "pending" ? moveOrder(ctx, order, "expired", refusal) : order.status;
}

/** Whether a pending order has no other open payment. It then ends with this one. */
const isOnlyOpen = (locked: LockedPayment): boolean =>
  locked.order.status === "pending" && !getPaymentSituation(locked).isAnotherOpen;

async function recordProviderRefund(ctx: Ctx, locked: LockedPayment, reported: ProviderPayment): Promise<OrderStatus> {
  if (locked.order.status !== "pending") return recordExternalRefund(ctx, locked, reported);
  return isOnlyOpen(locked) ? moveOrder(ctx, locked.order, "failed", "refunded-at-provider") : locked.order.status;
}

async function refuse(ctx: Ctx, locked: LockedPayment, reason: "mismatch" | "already-paid"): Promise<OrderStatus> {
  const { order, payment } = locked;
  const facts = { order_id: order.id, payment_id: payment.id };
  if (reason === "already-paid") ctx.log.warn(facts, "order paid by another payment: given back");
  else ctx.log.error(facts, "payment does not match its order: given back");
  await requestRefund(ctx, order, payment, reason);
  if (reason === "already-paid") return order.status;
  if (order.status === "pending" && !isOnlyOpen(locked)) return order.status;
  await releaseSeats(ctx, order.id);
  return order.status === "pending" ? moveOrder(ctx, order, "failed", reason) : order.status;
}

async function applyDecision(
  ctx: Ctx,
  locked: LockedPayment,
  reported: ProviderPayment,
  decision: Decision,
): Promise<OrderStatus> {
  const { order, payment } = locked;
  switch (decision.kind) {
    case "fulfil":
      return fulfil(ctx, locked, reported);
    case "fail":
      // The seats stay held until the hold ends, so the buyer can try another card.
      await queueOrderMail(ctx, "payment-failed", order.id, {}, { ...reported, number: payment.number });
      return moveOrder(ctx, order, "failed", "declined");
    case "refund":
      return refuse(ctx, locked, decision.reason);
    case "record-refund":
      return recordProviderRefund(ctx, locked, reported);
    case "wait":
      return expireIfOverdue(ctx, order);
    case "nothing":
      return order.status;
  }
}

async function expireIfOverdue(ctx: Ctx, order: LockedOrder["order"]): Promise<OrderStatus> {
  if (order.status !== "pending" || order.expiresAt > ctx.now()) return order.status;
  await releaseSeats(ctx, order.id);
  return moveOrder(ctx, order, "expired", "abandoned");
}

function toPaymentStatus(reported: ProviderPayment): PaymentStatus {
  if (reported.refundedHalalas > 0)
    return reported.refundedHalalas >= reported.amountHalalas ? "refunded" : "partially_refunded";
  if (reported.status === "paid" || reported.status === "failed" || reported.status === "refunded")
    return reported.status;
  return reported.status === "voided" ? "refunded" : "initiated";
}

async function updatePayment(
  ctx: Ctx,
  payment: LockedPayment["payment"],
  reported: ProviderPayment | null,
  status: OrderStatus,
  statusBefore: OrderStatus,
): Promise<void> {
  const isOpen = status === "pending";
  const isFinished =
    reported?.status === "paid" ||
    reported?.status === "failed" ||
    reported?.status === "refunded" ||
    reported?.status === "voided";
  // A response from before our last refund is out of date.
  const current = reported && reported.refundedHalalas >= payment.refundedHalalas ? reported : null;
  const checks = isOpen || (statusBefore === "pending" && !isOpen) ? 0 : payment.checks + 1;
  await ctx.db
    .update(payments)
    .set({
      ...(current
        ? {
            status: toPaymentStatus(current),
            message: current.message,
            cardScheme: current.cardScheme,
            cardMasked: current.cardMasked,
            refundedHalalas: current.refundedHalalas,
          }
        : {}),
      updatedAt: ctx.now(),
      checkAt: isFinished ? null : nextCheck(ctx.now(), isOpen, checks),
      checks,
    })
    .where(eq(payments.id, payment.id));
}

/**
 * Fetches a card payment from the provider and moves its order accordingly. Used by the return page, webhook and
 * reconciliation. Idempotent and safe in parallel, also with several payments per order. Null for a payment that is
 * unknown or not by card. Throws ProviderUnavailable, after which nothing has changed.
 */
export async function settlePayment(ctx: Ctx, paymentId: string): Promise<Settled | null> {
  const reported = await paymentProvider(ctx.env).fetchPayment(paymentId);
  let isNew = false;
  const settle = async (ctx: Ctx): Promise<Settled | null> => {
    const locked = await lockPayment(ctx, paymentId);
    if (locked?.payment.method !== "card") return null;
    const { order, payment } = locked;
    const decision =
      reported && decide(order, reported, toExpectedPayment(order.id, payment), getPaymentSituation(locked));
    // A partial payment counts as settled, although its order is not paid yet.
    isNew = payment.settledAt === null && (decision?.kind === "fulfil" || decision?.kind === "refund");
    const status =
      reported && decision ? await applyDecision(ctx, locked, reported, decision) : await expireIfOverdue(ctx, order);
    // The sale has recorded the payment already.
    const isSold = status === "paid" && order.status !== "paid";
    if (!isSold) await updatePayment(ctx, payment, reported, status, order.status);
    return { orderId: order.id, status, transactionUrl: reported?.transactionUrl ?? null };
  };
  const settled = await retryRefusedSeats(() => inTransaction(ctx, settle));
  if (reported && isNew) observeSettled(ctx, reported);
  return settled;
}

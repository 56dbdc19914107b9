import { and, countDistinct, eq, inArray, min } from "drizzle-orm";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { releaseSeats } from "#features/seats/seats.server.ts";
import { lockOrders, lockOrderRuns } from "#features/orders/locks.server.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import {
  lockOrder,
  lockPayment,
  readPayments,
  type LockedOrder,
  type OrderPayment,
} from "#features/payments/locked-order.server.ts";
import { openPayment } from "#features/payments/open-payment.server.ts";
import { isLate, missingHalalas, getSaleRefusal } from "#features/payments/payment-rules.ts";
import { recordRefund } from "#features/settlement/refunds/refund-ledger.server.ts";
import { decideRefund } from "#features/settlement/refunds/refund-requests.server.ts";
import { refusalMessage } from "#features/payments/refusal-labels.ts";
import { readSaleable, toDocumentPayment, saleState, sellOrder } from "#features/settlement/settle.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { notifyApprovers } from "#features/settings/approver-notices.server.ts";
import { endOfRiyadhDay, isDate, riyadhDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  requireFreshSignIn,
  type Ctx,
  requirePermission,
  requireStaff,
  requireViewer,
} from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { queueTransferEnded, queueTransferMail } from "./transfer-mails.server.ts";
import { forDuePayments } from "#features/settlement/jobs.server.ts";
import { transferSettings } from "#features/settings/settings.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { isBuyersTransferSql } from "#features/seats/unpaid-seats.server.ts";
import { orders } from "#features/orders/tables.server.ts";

/** Requires `orders.transfer`. Returns the staff member's id, which is stored with the payment. */
export function requireTransferStaff(ctx: Ctx): string {
  requirePermission(ctx, requireTransferStaff.permission);
  return requireStaff(ctx).id;
}
requireTransferStaff.permission = "orders.transfer" as const;

export interface TransferInput {
  orderId: number;
  /** Amount received by the bank, whole halalas. */
  amountHalalas: number;
  /** The bank's reference; it identifies the transfer within an order. */
  reference: string;
  /** Day of receipt, `YYYY-MM-DD`. */
  receivedOn: string;
}

export interface RecordedTransfer {
  orderId: number;
  status: OrderStatus;
  /** Amount that is still due. */
  missingHalalas: number;
}

const maxReferenceLength = 100;

/** Returns the errors in the bank's reference and the day of a transfer. `dayField` is the name of the day's field. */
function findBankFieldErrors(ctx: Ctx, reference: string, day: string, dayField: string): FieldMap {
  const { locale } = ctx;
  const errors: FieldMap = {};
  if (reference === "" || reference.length > maxReferenceLength)
    errors["reference"] = [m.transfers_reference_missing({}, { locale })];
  if (!isDate(day) || day > riyadhDate(ctx.now())) errors[dayField] = [m.transfers_day_wrong({}, { locale })];
  return errors;
}

function requireTransferFields(ctx: Ctx, { amountHalalas, reference, receivedOn }: TransferInput): void {
  const { locale } = ctx;
  const errors = findBankFieldErrors(ctx, reference, receivedOn, "receivedOn");
  if (!Number.isSafeInteger(amountHalalas) || amountHalalas <= 0)
    errors["amount"] = [m.transfers_amount_wrong({}, { locale })];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/** Whether the transfer is recorded already. Throws Conflict when its reference has another amount or day. */
function isRecorded(ctx: Ctx, { payments: orderPayments }: LockedOrder, transfer: TransferInput): boolean {
  const existing = orderPayments.find(({ reference }) => reference === transfer.reference);
  if (!existing) return false;
  if (existing.amountHalalas !== transfer.amountHalalas || existing.receivedOn !== transfer.receivedOn)
    throw new Conflict(m.transfers_reference_used({}, { locale: ctx.locale }));
  return true;
}

/** Throws Conflict or ValidationError when the order does not expect this transfer. */
function requireExpected(
  ctx: Ctx,
  { order, payments: orderPayments }: LockedOrder,
  { amountHalalas }: TransferInput,
): void {
  const { locale } = ctx;
  if (!orderPayments.some(({ method }) => method === "transfer"))
    throw new Conflict(m.transfers_not_expected({}, { locale }));
  if (order.status !== "pending" && order.status !== "expired")
    throw new Conflict(m.transfers_already_paid({}, { locale }));
  const missing = missingHalalas(order.totalHalalas, orderPayments);
  const amount = isolate(formatSar(decimalFromHalalas(missing), locale));
  if (amountHalalas > missing) throw new ValidationError({ amount: [m.transfers_too_much({ amount }, { locale })] });
  if (amountHalalas < missing && isLate(order, ctx.now()))
    throw new ValidationError({ amount: [m.transfers_late_part({ amount }, { locale })] });
}

/**
 * Settles the awaited payment with the transfer, or a new payment when none is awaited any more. If the awaited payment
 * is only covered in part, opens a payment for the rest.
 */
async function settleTransfer(ctx: Ctx, locked: LockedOrder, transfer: TransferInput, staffId: string): Promise<void> {
  const { amountHalalas, reference, receivedOn } = transfer;
  const awaited = locked.payments.find(({ status }) => status === "awaiting");
  const id =
    awaited?.id ??
    (await openPayment(ctx, {
      orderId: locked.order.id,
      amountHalalas,
      method: "transfer",
      dueOn: riyadhDate(new Date(locked.order.expiresAt.getTime() - 1)),
      endsAt: locked.order.expiresAt,
    }));
  const now = ctx.now();
  await ctx.db
    .update(payments)
    .set({
      status: "paid",
      amountHalalas,
      reference,
      receivedOn,
      recordedBy: staffId,
      settledAt: now,
      updatedAt: now,
      checkAt: null,
    })
    .where(eq(payments.id, id));
  const rest = missingHalalas(locked.order.totalHalalas, locked.payments) - amountHalalas;
  if (rest > 0 && awaited?.dueOn)
    await openPayment(ctx, {
      orderId: locked.order.id,
      amountHalalas: rest,
      method: "transfer",
      dueOn: awaited.dueOn,
      endsAt: locked.order.expiresAt,
    });
}

/**
 * Records a received transfer. Once nothing is due any more, the order is paid, with the same effects as by card.
 * Recording a reference twice changes nothing. After the last day to pay, the transfer is handled like a late payment.
 * When the order's transfers exceed what one person may refund alone, everyone else who may approve refunds is
 * notified. Requires `orders.transfer` and a fresh sign-in. Throws Unauthenticated, Forbidden, FreshSignInRequired,
 * NotFound, Conflict (no transfer expected, already paid, reference used for another amount, too late to buy anything),
 * ValidationError (amount invalid, above what is due, or too small for a late payment; reference; day).
 */
export async function recordTransfer(ctx: Ctx, input: TransferInput): Promise<RecordedTransfer> {
  const staffId = requireTransferStaff(ctx);
  requireFreshSignIn(ctx);
  const { orderId } = input;
  const { locale } = ctx;
  const transfer = { ...input, reference: input.reference.trim() };
  requireTransferFields(ctx, transfer);
  const record = async (ctx: Ctx): Promise<RecordedTransfer> => {
    const locked = await lockOrder(ctx, { orderId });
    if (!locked) throw new NotFound(m.orders_not_found({}, { locale }));
    const { order } = locked;
    const missing = missingHalalas(order.totalHalalas, locked.payments);
    if (isRecorded(ctx, locked, transfer))
      return { orderId, status: order.status, missingHalalas: order.status === "pending" ? missing : 0 };
    requireExpected(ctx, locked, transfer);
    await lockOrderRuns(ctx, orderId);
    const saleable = await readSaleable(ctx, orderId);
    const refusal = getSaleRefusal(order, await saleState(ctx, saleable), ctx.now());
    if (refusal) throw new Conflict(m.transfers_refused({ reason: refusalMessage(refusal, locale) ?? "" }, { locale }));
    await settleTransfer(ctx, locked, transfer, staffId);
    const { amountHalalas, reference, receivedOn } = transfer;
    await audit(ctx, {
      action: "transfer.recorded",
      entity: "order",
      entityId: orderId,
      before: { missingHalalas: missing },
      after: { missingHalalas: missing - amountHalalas, amountHalalas, reference, receivedOn },
    });
    const left = missing - transfer.amountHalalas;
    await notifyApprovers(ctx, { kind: "transfer", orderId, halalas: order.totalHalalas - left });
    if (left > 0) {
      // Money has arrived, so the booking is approved without a decision of the staff. Unlike `approveTransferBooking`
      // this needs no bank account in the settings, because the buyer already has its details.
      const current = order.awaitsApproval ? await lockOrder(ctx, { orderId }) : null;
      if (current) await approveLockedOrder(ctx, current);
      return { orderId, status: order.status, missingHalalas: left };
    }
    const reason = isLate(order, ctx.now()) ? "late-payment" : null;
    const payment = toDocumentPayment({ method: "transfer", cardScheme: null, cardMasked: null });
    await sellOrder(ctx, order, { reason, saleable, payment });
    return { orderId, status: "paid", missingHalalas: 0 };
  };
  return retryRefusedSeats(() => inTransaction(ctx, record));
}

/** Cancels the awaited transfer payments of an order and writes refunds of those that have arrived. */
async function endTransferPayments(
  ctx: Ctx,
  order: { id: number; userId: string },
  orderPayments: readonly OrderPayment[],
  reason: string,
): Promise<void> {
  const transfers = orderPayments.filter(({ method }) => method === "transfer");
  const awaitedIds = transfers.filter(({ status }) => status === "awaiting").map(({ id }) => id);
  await ctx.db
    .update(payments)
    .set({ status: "cancelled", updatedAt: ctx.now(), checkAt: null })
    .where(inArray(payments.id, awaitedIds));
  for (const payment of transfers) {
    const left = payment.amountHalalas - payment.returningHalalas;
    if (payment.settledAt === null || left <= 0) continue;
    await decideRefund(ctx, order, payment, { amountHalalas: left, reason, key: `${reason}:${payment.id}` });
  }
}

/**
 * Ends the transfer payments of locked orders that ended because their run was cancelled. A person refunds partial
 * payments.
 */
export async function endTransferPaymentsOfRun(
  ctx: Ctx,
  ended: readonly { id: number; userId: string }[],
): Promise<void> {
  for (const order of ended) await endTransferPayments(ctx, order, await readPayments(ctx, order.id), "run-cancelled");
}

/**
 * Why a transfer order ended before its date. `transfer-released`: staff ended it. `transfer-refused`: staff refused a
 * buyer's booking. `transfer-returned`: the buyer cancelled their unpaid booking.
 */
type EndReason = "transfer-released" | "transfer-refused" | "transfer-returned";

/**
 * Ends a locked transfer order before its date. Returns false when it has ended already. Throws Conflict (paid, or not
 * by transfer).
 */
async function endTransferOrder(
  ctx: Ctx,
  { order, payments: orderPayments }: LockedOrder,
  reason: EndReason,
): Promise<boolean> {
  const { locale } = ctx;
  if (!orderPayments.some(({ method }) => method === "transfer"))
    throw new Conflict(m.transfers_not_expected({}, { locale }));
  if (order.status === "expired") return false;
  if (order.status !== "pending") throw new Conflict(m.transfers_already_paid({}, { locale }));
  await releaseSeats(ctx, order.id);
  await moveOrder(ctx, order, "expired", reason);
  // Refunds have the same reason in all three cases.
  await endTransferPayments(ctx, order, orderPayments, "transfer-released");
  if (reason === "transfer-refused") await queueTransferEnded(ctx, order.id, { isUnapproved: true });
  return true;
}

/**
 * Ends a transfer order before its date and releases its seats. A person refunds partial payments. Does nothing for an
 * order that has ended. Requires `orders.transfer`. Throws Unauthenticated, Forbidden, NotFound, Conflict (paid, or
 * not by transfer).
 */
export async function releaseTransferOrder(ctx: Ctx, { orderId }: { orderId: number }): Promise<void> {
  requireTransferStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const locked = await lockOrder(ctx, { orderId });
    if (!locked) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    await endTransferOrder(ctx, locked, "transfer-released");
  });
}

/** Holds the seats of a locked order until its last day to pay, and emails the bank details if they are set. */
async function approveLockedOrder(ctx: Ctx, { order, payments: orderPayments }: LockedOrder): Promise<void> {
  const awaited = orderPayments.find(({ status, method }) => status === "awaiting" && method === "transfer");
  if (!awaited?.dueOn) throw new Conflict(m.transfers_not_expected({}, { locale: ctx.locale }));
  const endsAt = endOfRiyadhDay(awaited.dueOn);
  await ctx.db.update(orders).set({ awaitsApproval: false, expiresAt: endsAt }).where(eq(orders.id, order.id));
  await ctx.db
    .update(enrolments)
    .set({ heldUntil: endsAt })
    .where(and(eq(enrolments.orderId, order.id), eq(enrolments.state, "held")));
  await ctx.db.update(payments).set({ checkAt: endsAt }).where(eq(payments.id, awaited.id));
  await audit(ctx, {
    action: "transfer.approved",
    entity: "order",
    entityId: order.id,
    before: { heldUntil: order.expiresAt.toISOString() },
    after: { heldUntil: endsAt.toISOString() },
  });
  const bank = await transferSettings(ctx);
  if (bank) await queueTransferMail(ctx, order.id, { dueOn: awaited.dueOn, bank });
}

/**
 * Approves a buyer's first booking by transfer: its seats are held until the last day to pay, and the buyer gets the
 * bank details by email. Does nothing when it is approved already. Requires `orders.transfer`. Throws Unauthenticated,
 * Forbidden, NotFound, Conflict (ended, paid, not by transfer, or no bank account set).
 */
export async function approveTransferBooking(ctx: Ctx, { orderId }: { orderId: number }): Promise<void> {
  requireTransferStaff(ctx);
  const { locale } = ctx;
  await inTransaction(ctx, async (ctx) => {
    const locked = await lockOrder(ctx, { orderId });
    if (!locked) throw new NotFound(m.orders_not_found({}, { locale }));
    if (!(await transferSettings(ctx))) throw new Conflict(m.transfers_no_bank({}, { locale }));
    // The lock of the runs is needed because a seat whose hold has expired may be sold to someone else at this moment.
    await lockOrderRuns(ctx, orderId);
    const { order } = locked;
    if (order.status !== "pending" || order.expiresAt <= ctx.now())
      throw new Conflict(m.transfers_booking_ended({}, { locale }));
    if (order.awaitsApproval) await approveLockedOrder(ctx, locked);
  });
}

/**
 * Declines a buyer's booking by transfer; with `ofAccount`, also every other open booking of the same account. Releases
 * their seats and emails the buyer. Other bookings for which money has arrived stay. Returns how many bookings ended.
 * Requires `orders.transfer`. Throws Unauthenticated, Forbidden, NotFound (no booking of a buyer), Conflict (paid, in
 * full or in part).
 */
export async function refuseTransferBooking(
  ctx: Ctx,
  { orderId, ofAccount = false }: { orderId: number; ofAccount?: boolean },
): Promise<{ ended: number }> {
  requireTransferStaff(ctx);
  return inTransaction(ctx, async (ctx) => {
    const { id, userId, status } = orders;
    const isBooking = and(eq(id, orderId), isBuyersTransferSql);
    const [order] = await ctx.db.select({ userId }).from(orders).where(isBooking);
    if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    const isOpen = and(eq(userId, order.userId), isBuyersTransferSql, eq(status, "pending"));
    const others = ofAccount ? await ctx.db.select({ id }).from(orders).where(isOpen) : [];
    const ids = [...new Set([orderId, ...others.map((row) => row.id)])].toSorted((a, b) => a - b);
    await lockOrders(ctx, ctx.db.select({ id }).from(orders).where(inArray(id, ids)).$dynamic());
    let ended = 0;
    for (const bookingId of ids) {
      const locked = await lockOrder(ctx, { orderId: bookingId });
      if (!locked || (bookingId !== orderId && locked.order.status !== "pending")) continue;
      const hasMoney = locked.order.status === "pending" && locked.payments.some(({ settledAt }) => settledAt !== null);
      if (hasMoney) {
        if (bookingId !== orderId) continue;
        throw new Conflict(m.transfers_refuse_has_money({}, { locale: ctx.locale }));
      }
      if (await endTransferOrder(ctx, locked, "transfer-refused")) ended += 1;
    }
    return { ended };
  });
}

/**
 * Cancels the caller's own booking by transfer that is not fully paid. A person refunds partial payments. Does nothing
 * when it has expired or was ended. Throws Unauthenticated, NotFound (the booking is another buyer's, or staff opened
 * it), Conflict (it is paid).
 */
export async function cancelTransferBooking(ctx: Ctx, { orderId }: { orderId: number }): Promise<void> {
  const viewer = requireViewer(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { id, userId } = orders;
    const isOwnBooking = and(eq(id, orderId), eq(userId, viewer.id), isBuyersTransferSql);
    const [booking] = await ctx.db.select({ id }).from(orders).where(isOwnBooking);
    const locked = booking && (await lockOrder(ctx, { orderId }));
    if (!locked) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    await endTransferOrder(ctx, locked, "transfer-returned");
  });
}

/**
 * Ends the order of a transfer payment whose date has passed and releases its seats. Idempotent. The job
 * `expireTransfers` calls it for each payment.
 */
export async function expireTransferOrder(ctx: Ctx, paymentId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const locked = await lockPayment(ctx, paymentId);
    if (!locked) return;
    const { order, payment } = locked;
    const reason = order.awaitsApproval ? "transfer-not-approved" : "transfer-overdue";
    if (order.status === "pending" && order.expiresAt > ctx.now()) {
      await ctx.db.update(payments).set({ checkAt: order.expiresAt }).where(eq(payments.id, payment.id));
      return;
    }
    if (order.status === "pending") {
      await releaseSeats(ctx, order.id);
      await moveOrder(ctx, order, "expired", reason);
      // After a partial payment, the email about its refund tells the buyer that the seats were released.
      if (!locked.payments.some(({ status }) => status === "paid"))
        await queueTransferEnded(ctx, order.id, { isUnapproved: order.awaitsApproval });
    }
    await endTransferPayments(ctx, order, locked.payments, "transfer-overdue");
    await ctx.db.update(payments).set({ checkAt: null }).where(eq(payments.id, payment.id));
  });
}

/**
 * Records that a person refunded a transfer, or part of it, with the details of the bank statement and all effects of a
 * refund. Idempotent. Requires `orders.transfer`. Throws Unauthenticated, Forbidden, NotFound (no refund of a
 * transfer), ValidationError (reference, day).
 */
export async function recordTransferRefund(
  ctx: Ctx,
  { refundId, ...input }: { refundId: number; reference: string; paidOn: string },
): Promise<void> {
  requireTransferStaff(ctx);
  const { locale } = ctx;
  const bank = { reference: input.reference.trim(), paidOn: input.paidOn };
  const errors = findBankFieldErrors(ctx, bank.reference, bank.paidOn, "paidOn");
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  await inTransaction(ctx, async (ctx) => {
    const whereTransfer = and(eq(refunds.id, refundId), eq(payments.method, "transfer"));
    const [row] = await ctx.db
      .select({ paymentId: payments.id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(whereTransfer);
    const locked = row && (await lockPayment(ctx, row.paymentId));
    if (!locked) throw new NotFound(m.transfers_refund_not_found({}, { locale }));
    const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, refundId));
    if (refund?.status !== "needs-person") return;
    const { amountHalalas, refundedHalalas } = locked.payment;
    const sums = { amountHalalas, refundedHalalas: refundedHalalas + refund.amountHalalas };
    await ctx.db.update(refunds).set(bank).where(eq(refunds.id, refundId));
    await recordRefund(ctx, locked, refund, refund.amountHalalas, sums);
  });
}

/**
 * Counts the orders that wait for a bank transfer, and reads the earliest due date. Throws Unauthenticated, Forbidden.
 */
export async function countTransfersDue(ctx: Ctx): Promise<{ orders: number; firstDueOn: string | null }> {
  requirePermission(ctx, requireTransferStaff.permission);
  const { status, dueOn, orderId } = payments;
  const [row] = await ctx.db
    .select({ orders: countDistinct(orderId), firstDueOn: min(dueOn) })
    .from(payments)
    .where(eq(status, "awaiting"));
  return row ?? { orders: 0, firstDueOn: null };
}

/** Job: ends orders whose transfer date has passed, without contacting the provider. */
export async function expireTransfers(ctx: Ctx): Promise<void> {
  await forDuePayments(ctx, "transfer", expireTransferOrder);
}

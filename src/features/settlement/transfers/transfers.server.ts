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
import { endOfRiyadhDay, riyadhDate } from "#i18n/dates.ts";
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

/** Checks permission and input. Returns the staff member's id to store with the payment. */
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
  /** Still due, whole halalas. */
  missingHalalas: number;
}

const longestReference = 100;

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Validates the bank's reference and the day of a transfer. `dayField` is the name of the day's field. */
function bankFieldErrors(ctx: Ctx, reference: string, day: string, dayField: string): FieldMap {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  if (reference === "" || reference.length > longestReference)
    wrong["reference"] = [m.transfers_reference_missing({}, { locale })];
  if (!isDay(day) || day > riyadhDate(ctx.now())) wrong[dayField] = [m.transfers_day_wrong({}, { locale })];
  return wrong;
}

function requireTransferFields(ctx: Ctx, { amountHalalas, reference, receivedOn }: TransferInput): void {
  const { locale } = ctx;
  const wrong = bankFieldErrors(ctx, reference, receivedOn, "received_on");
  if (!Number.isSafeInteger(amountHalalas) || amountHalalas <= 0)
    wrong["amount"] = [m.transfers_amount_wrong({}, { locale })];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

function isRecorded(ctx: Ctx, { payments: all }: LockedOrder, transfer: TransferInput): boolean {
  const existing = all.find(({ reference }) => reference === transfer.reference);
  if (!existing) return false;
  if (existing.amountHalalas !== transfer.amountHalalas || existing.receivedOn !== transfer.receivedOn)
    throw new Conflict(m.transfers_reference_used({}, { locale: ctx.locale }));
  return true;
}

function requireExpected(ctx: Ctx, { order, payments: all }: LockedOrder, { amountHalalas }: TransferInput): void {
  const { locale } = ctx;
  if (!all.some(({ method }) => method === "transfer")) throw new Conflict(m.transfers_not_expected({}, { locale }));
  if (order.status !== "pending" && order.status !== "expired")
    throw new Conflict(m.transfers_already_paid({}, { locale }));
  const missing = missingHalalas(order.totalHalalas, all);
  const amount = isolate(formatSar(decimalFromHalalas(missing), locale));
  if (amountHalalas > missing) throw new ValidationError({ amount: [m.transfers_too_much({ amount }, { locale })] });
  if (amountHalalas < missing && isLate(order, ctx.now()))
    throw new ValidationError({ amount: [m.transfers_late_part({ amount }, { locale })] });
}

async function settleTransfer(ctx: Ctx, locked: LockedOrder, transfer: TransferInput, staffId: string): Promise<void> {
  const { amountHalalas, reference, receivedOn } = transfer;
  const waiting = locked.payments.find(({ status }) => status === "awaiting");
  const id =
    waiting?.id ??
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
  if (rest > 0 && waiting?.dueOn)
    await openPayment(ctx, {
      orderId: locked.order.id,
      amountHalalas: rest,
      method: "transfer",
      dueOn: waiting.dueOn,
      endsAt: locked.order.expiresAt,
    });
}

/**
 * Records a received transfer. Once nothing is due, the order is paid as by card. Recording a reference twice changes
 * nothing. After its last day the order is treated like a late payment. When the order's transfers exceed what one
 * person may refund alone, everyone else who may approve refunds is notified. Requires `orders.transfer` and a fresh
 * sign-in. Throws Unauthenticated, Forbidden, FreshSignInRequired, NotFound, Conflict (no transfer expected, already
 * paid, reference used for another amount, too late to buy anything), ValidationError (amount above what is due,
 * reference, day).
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
      // Money has arrived, so no one has to approve the booking. The buyer knows the bank account even if the settings
      // have none now.
      const current = order.awaitsApproval ? await lockOrder(ctx, { orderId }) : null;
      if (current) await approveLocked(ctx, current);
      return { orderId, status: order.status, missingHalalas: left };
    }
    const reason = isLate(order, ctx.now()) ? "late-payment" : null;
    const payment = toDocumentPayment({ method: "transfer", cardScheme: null, cardMasked: null });
    await sellOrder(ctx, order, { reason, saleable, payment });
    return { orderId, status: "paid", missingHalalas: 0 };
  };
  return retryRefusedSeats(() => inTransaction(ctx, record));
}

async function endTransfers(
  ctx: Ctx,
  order: { id: number; userId: string },
  all: readonly OrderPayment[],
  reason: string,
): Promise<void> {
  const transfers = all.filter(({ method }) => method === "transfer");
  const waiting = transfers.filter(({ status }) => status === "awaiting").map(({ id }) => id);
  await ctx.db
    .update(payments)
    .set({ status: "cancelled", updatedAt: ctx.now(), checkAt: null })
    .where(inArray(payments.id, waiting));
  for (const payment of transfers) {
    const left = payment.amountHalalas - payment.returningHalalas;
    if (payment.settledAt === null || left <= 0) continue;
    await decideRefund(ctx, order, payment, { amountHalalas: left, reason, key: `${reason}:${payment.id}` });
  }
}

/** Ends the transfers of locked orders after their run was cancelled. Partial payments are refunded by hand. */
export async function cancelTransfers(ctx: Ctx, ended: readonly { id: number; userId: string }[]): Promise<void> {
  for (const order of ended) await endTransfers(ctx, order, await readPayments(ctx, order.id), "run-cancelled");
}

type EndReason = "transfer-released" | "transfer-refused" | "transfer-returned";

/**
 * Ends a locked transfer order before its date. Returns false when it has ended already. Throws Conflict (paid, or not
 * by transfer).
 */
async function endTransferOrder(ctx: Ctx, { order, payments: all }: LockedOrder, reason: EndReason): Promise<boolean> {
  const { locale } = ctx;
  if (!all.some(({ method }) => method === "transfer")) throw new Conflict(m.transfers_not_expected({}, { locale }));
  if (order.status === "expired") return false;
  if (order.status !== "pending") throw new Conflict(m.transfers_already_paid({}, { locale }));
  await releaseSeats(ctx, order.id);
  await moveOrder(ctx, order, "expired", reason);
  await endTransfers(ctx, order, all, "transfer-released");
  if (reason === "transfer-refused") await queueTransferEnded(ctx, order.id, true);
  return true;
}

/**
 * Ends a transfer order before its date and releases its seats. Partial payments are refunded by hand. Does nothing for
 * an order that has ended. Requires `orders.transfer`. Throws Unauthenticated, Forbidden, NotFound, Conflict (paid, or
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
async function approveLocked(ctx: Ctx, { order, payments: all }: LockedOrder): Promise<void> {
  const waiting = all.find(({ status, method }) => status === "awaiting" && method === "transfer");
  if (!waiting?.dueOn) throw new Conflict(m.transfers_not_expected({}, { locale: ctx.locale }));
  const endsAt = endOfRiyadhDay(waiting.dueOn);
  await ctx.db.update(orders).set({ awaitsApproval: false, expiresAt: endsAt }).where(eq(orders.id, order.id));
  await ctx.db
    .update(enrolments)
    .set({ heldUntil: endsAt })
    .where(and(eq(enrolments.orderId, order.id), eq(enrolments.state, "held")));
  await ctx.db.update(payments).set({ checkAt: endsAt }).where(eq(payments.id, waiting.id));
  await audit(ctx, {
    action: "transfer.approved",
    entity: "order",
    entityId: order.id,
    before: { heldUntil: order.expiresAt.toISOString() },
    after: { heldUntil: endsAt.toISOString() },
  });
  const bank = await transferSettings(ctx);
  if (bank) await queueTransferMail(ctx, order.id, { dueOn: waiting.dueOn, bank });
}

/**
 * Approves a buyer's first booking by transfer: its seats are held until the last day to pay, and the buyer gets the
 * bank details. Does nothing when it is approved already. Requires `orders.transfer`. Throws Unauthenticated,
 * Forbidden, NotFound, Conflict (ended, paid, not by transfer, or no bank account set).
 */
export async function approveTransferBooking(ctx: Ctx, { orderId }: { orderId: number }): Promise<void> {
  requireTransferStaff(ctx);
  const { locale } = ctx;
  await inTransaction(ctx, async (ctx) => {
    const locked = await lockOrder(ctx, { orderId });
    if (!locked) throw new NotFound(m.orders_not_found({}, { locale }));
    if (!(await transferSettings(ctx))) throw new Conflict(m.transfers_no_bank({}, { locale }));
    // A seat whose hold has expired may belong to someone else by now.
    await lockOrderRuns(ctx, orderId);
    const { order } = locked;
    if (order.status !== "pending" || order.expiresAt <= ctx.now())
      throw new Conflict(m.transfers_booking_ended({}, { locale }));
    if (order.awaitsApproval) await approveLocked(ctx, locked);
  });
}

/**
 * Declines a buyer's booking by transfer, or with `ofAccount` every open booking of the same account. Their seats are
 * released and the buyer gets an email. Other bookings for which money has arrived stay. Returns how many ended.
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
    const ids = [...new Set([orderId, ...others.map((one) => one.id)])].toSorted((one, other) => one - other);
    await lockOrders(ctx, ctx.db.select({ id }).from(orders).where(inArray(id, ids)).$dynamic());
    let ended = 0;
    for (const one of ids) {
      const locked = await lockOrder(ctx, { orderId: one });
      if (!locked || (one !== orderId && locked.order.status !== "pending")) continue;
      const hasMoney = locked.order.status === "pending" && locked.payments.some(({ settledAt }) => settledAt !== null);
      if (hasMoney) {
        if (one !== orderId) continue;
        throw new Conflict(m.transfers_refuse_has_money({}, { locale: ctx.locale }));
      }
      if (await endTransferOrder(ctx, locked, "transfer-refused")) ended += 1;
    }
    return { ended };
  });
}

/**
 * Cancels the caller's own unpaid booking by transfer. Does nothing when it has ended. Throws Unauthenticated, NotFound
 * (another buyer's, or opened by staff), Conflict (paid).
 */
export async function returnTransferBooking(ctx: Ctx, { orderId }: { orderId: number }): Promise<void> {
  const viewer = requireViewer(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { id, userId } = orders;
    const isOwn = and(eq(id, orderId), eq(userId, viewer.id), isBuyersTransferSql);
    const [own] = await ctx.db.select({ id }).from(orders).where(isOwn);
    const locked = own && (await lockOrder(ctx, { orderId }));
    if (!locked) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    await endTransferOrder(ctx, locked, "transfer-returned");
  });
}

/** Job: ends an order whose transfer date has passed and releases its seats. Idempotent. */
export async function expireTransfer(ctx: Ctx, paymentId: string): Promise<void> {
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
      // After a partial payment, the email about its refund says so.
      if (!locked.payments.some(({ status }) => status === "paid"))
        await queueTransferEnded(ctx, order.id, order.awaitsApproval);
    }
    await endTransfers(ctx, order, locked.payments, "transfer-overdue");
    await ctx.db.update(payments).set({ checkAt: null }).where(eq(payments.id, payment.id));
  });
}

/**
 * Records that a transfer, or part of it, was refunded by hand, with all effects of a refund and the details of the
 * bank statement. Idempotent. Requires `orders.transfer`. Throws Unauthenticated, Forbidden, NotFound (no refund of a
 * transfer), ValidationError (reference, day).
 */
export async function recordTransferRefund(
  ctx: Ctx,
  { refundId, ...input }: { refundId: number; reference: string; paidOn: string },
): Promise<void> {
  requireTransferStaff(ctx);
  const { locale } = ctx;
  const bank = { reference: input.reference.trim(), paidOn: input.paidOn };
  const wrong = bankFieldErrors(ctx, bank.reference, bank.paidOn, "paid_on");
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
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
  await forDuePayments(ctx, "transfer", expireTransfer);
}

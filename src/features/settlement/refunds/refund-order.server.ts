import { isPaid } from "#features/orders/order-states.ts";
import { and, eq, inArray } from "drizzle-orm";
import { inTransaction, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { m } from "#messages";
import { readConfirmedRuns, readOpenSeatIds, settleRefundDue } from "#features/seats/seats.server.ts";
import { lockOrder, type OrderPayment, readSettledPayments } from "#features/payments/locked-order.server.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { refunds } from "#features/payments/tables.server.ts";
import { decideRefund } from "./refund-requests.server.ts";
import { processRefunds } from "./refunds.server.ts";

export interface RefundInput {
  orderId: number;
  /** Amount including VAT. */
  amountHalalas: number;
  /** One of our codes or a text of staff (`orders/own-words.ts`); the credit note and the email show it. */
  reason: string;
  /** Runs whose seats a partial refund releases. A refund of everything that is left releases every seat. */
  lines?: number[] | undefined;
  /** Ids of single seats that a partial refund releases. */
  seatIds?: number[] | undefined;
  /** Idempotency key within the order. */
  key?: string | undefined;
}

export interface RefundAnswer {
  id: number;
  paymentId: string;
  /**
   * `requested`: the provider has not confirmed the refund yet, and a job retries it. `needs-person`: a person must pay
   * it, for example by bank transfer.
   */
  status: "requested" | "done" | "needs-person";
}

const maxReasonLength = 401;

type RefundRow = typeof refunds.$inferSelect;

/** Finds the refunds that have the key of this request. Throws Conflict when the key was used for another request. */
async function findByIdempotencyKey(
  ctx: Ctx,
  input: RefundInput,
  payments: readonly OrderPayment[],
): Promise<RefundRow[]> {
  if (input.key === undefined) return [];
  const ids = payments.map(({ id }) => id);
  const whereKey = and(eq(refunds.key, input.key), inArray(refunds.paymentId, ids));
  const existing = await ctx.db.select().from(refunds).where(whereKey).orderBy(refunds.id);
  const knownHalalas = existing.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0);
  if (
    existing.some(({ reason }) => reason !== input.reason.trim()) ||
    (existing.length > 0 && knownHalalas !== input.amountHalalas)
  )
    throw new Conflict(m.payments_refund_key_used({}, { locale: ctx.locale }));
  return existing;
}

function toAnswer(parts: readonly RefundRow[]): RefundAnswer {
  const [first] = parts;
  if (!first) throw new Error("A refund is gone");
  const statuses = new Set(parts.map(({ status }) => status));
  const status = (["needs-person", "requested"] as const).find((candidate) => statuses.has(candidate)) ?? "done";
  return { id: first.id, paymentId: first.paymentId, status };
}

/**
 * Writes the refunds of `refundOrder` in the open transaction, with the same errors. Of the permissions,
 * `orders.approve` is enough too. Callers run `processRefunds` for each payment after the commit. `action` is for the
 * audit log: `refund.decided` when it approves a request.
 */
export async function writeOrderRefund(
  ctx: Ctx,
  input: RefundInput,
  action: "refund.requested" | "refund.decided" = "refund.requested",
): Promise<RefundRow[]> {
  requirePermission(ctx, "orders.refund", "orders.approve");
  requireFreshSignIn(ctx);
  const { locale } = ctx;
  const { orderId, amountHalalas, lines = [], seatIds = [] } = input;
  const reason = input.reason.trim();
  // The lock serialises refunds of one order, so that together they never exceed what was paid.
  const locked = await lockOrder(ctx, { orderId });
  if (!locked) throw new NotFound(m.orders_not_found({}, { locale }));
  const existing = await findByIdempotencyKey(ctx, input, locked.payments);
  if (existing.length > 0) return existing;
  if (!isPaid(locked.order)) throw new Conflict(m.payments_refund_not_paid({}, { locale }));
  if (reason === "" || reason.length > maxReasonLength)
    throw new ValidationError({ reason: [m.payments_refund_reason_missing({}, { locale })] });
  const settledPayments = (await readSettledPayments(ctx, [orderId])).get(orderId) ?? [];
  const isAmount = Number.isSafeInteger(amountHalalas) && amountHalalas > 0;
  const parts = isAmount ? splitRefund(amountHalalas, settledPayments) : null;
  if (!parts) {
    const left = settledPayments.reduce((sum, { leftHalalas }) => sum + leftHalalas, 0);
    throw new ValidationError({
      amount: [m.payments_refund_above_left({ amount: decimalFromHalalas(left) }, { locale })],
    });
  }
  const confirmedRunIds = lines.length > 0 ? await readConfirmedRuns(ctx, orderId) : [];
  if (lines.some((runId) => !confirmedRunIds.includes(runId)))
    throw new ValidationError({ lines: [m.payments_refund_line_unknown({}, { locale })] });
  const seats = seatIds.length > 0 ? await readOpenSeatIds(ctx, orderId) : [];
  if (seatIds.some((id) => !seats.includes(id)))
    throw new ValidationError({ seatIds: [m.payments_refund_line_unknown({}, { locale })] });
  const written: RefundRow[] = [];
  for (const { payment, amountHalalas } of parts) {
    const request = { amountHalalas, reason, runIds: lines, seatIds, key: input.key ?? null };
    const created = await decideRefund(ctx, locked.order, payment, request, action);
    if (!created) throw new Error("A refund was not written");
    written.push(created);
  }
  const leftHalalas = settledPayments.reduce((sum, payment) => sum + payment.leftHalalas, 0);
  await settleRefundDue(ctx, orderId, amountHalalas === leftHalalas ? null : { runIds: lines, seatIds });
  return written;
}

/**
 * Refunds a paid order in full or in part: releases the seats, issues the credit note and emails the buyer. Never
 * refunds more than was paid, even when several requests run at once. Takes the amount from the newest settled payment
 * that has enough left, else from several payments. The provider refunds cards, and a job retries that; a person
 * refunds transfers (`needs-person`). Returns the refund's status. Requires `orders.refund` and a fresh sign-in. Throws
 * Unauthenticated, Forbidden, FreshSignInRequired, NotFound, Conflict (not paid, key used for another refund),
 * ValidationError (amount, reason, lines, seats).
 */
export async function refundOrder(ctx: Ctx, input: RefundInput): Promise<RefundAnswer> {
  requirePermission(ctx, "orders.refund");
  requireFreshSignIn(ctx);
  const parts = await inTransaction(ctx, (ctx) => writeOrderRefund(ctx, input));
  for (const { paymentId } of parts) await processRefunds(ctx, paymentId);
  const ids = parts.map(({ id }) => id);
  return toAnswer(await ctx.db.select().from(refunds).where(inArray(refunds.id, ids)).orderBy(refunds.id));
}

import { and, count, eq, inArray, min, ne } from "drizzle-orm";
import { lockOrder } from "#features/payments/locked-order.server.ts";
import { completeAgreedChange } from "./agreed-change.server.ts";
import { personalReason } from "#features/orders/move-order.server.ts";
import { writeOrderRefund } from "#features/settlement/refunds/refund-order.server.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import {
  inTransaction,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import {
  approve,
  newApproval,
  auditApprovalRequest,
  decline,
  mailApprovers,
  withdraw,
  type ApprovalKind,
  type Decision,
} from "./approval.server.ts";
import { firstWaitingOrdersSql, readRefundGroups } from "./grouped-refunds.server.ts";
import { readQuote, type RefundQuote, type RefundInput } from "./refund-quote.server.ts";
import { refundRequests, type RefundRequest } from "./approval-tables.server.ts";

const refundApprovalKind: ApprovalKind<RefundRequest> = {
  permission: "orders.refund",
  find: async (ctx, id) => {
    const [request] = await ctx.db.select().from(refundRequests).where(eq(refundRequests.id, id));
    return request;
  },
  // This also locks the order whose price difference this one paid: the requests of one decision are decided together.
  lock: async (ctx, { orderId }) => void (await lockOrder(ctx, { orderId })),
  save: async (ctx, { id }, decision) => {
    const [decided] = await ctx.db.update(refundRequests).set(decision).where(eq(refundRequests.id, id)).returning();
    return decided;
  },
  entry: async (ctx, { id: requestId, orderId, seatIds, reason, word }, step) => {
    const auditTarget = { entity: "order", entityId: orderId };
    const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
    if (!order) throw new Error("The order of a refund does not exist");
    if (step === "requested") {
      const personal = personalReason(order, reason);
      return { action: "refund.approval-requested", ...auditTarget, after: { requestId, seatIds, reason }, personal };
    }
    const personal = word ? { of: order.userId, paths: ["after.word"] } : undefined;
    return { action: `refund.request-${step}`, ...auditTarget, after: { requestId }, personal };
  },
  mails: { request: "refund-approval", decision: "refund-decided" },
  mailFacts: async (ctx, request) => {
    const parts = (await readRefundGroups(ctx, [request])).get(request.id) ?? [request];
    const orderId = parts[0]?.orderId ?? request.orderId;
    return {
      orderId,
      reason: request.reason,
      path: `orders/${orderId}`,
      amount: decimalFromHalalas(parts.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)),
      ...(parts.length > 1 && {
        parts: parts.map((part) => ({ orderId: part.orderId, amount: decimalFromHalalas(part.amountHalalas) })),
      }),
    };
  },
  refusals: { notOwn: m.refunds_not_own, onlyOwn: m.refunds_only_own, decidedAlready: m.refunds_decided_already },
};

export interface RefundRequestInput extends RefundInput {
  /** One of `refundReasons`, or the staff's own words (`orders/own-words.ts`). */
  reason: string;
  /** Idempotency key within the order. */
  key: string;
  /** The quoted amount, VAT included. The request is refused when the amount has changed since. */
  expectedHalalas?: number | undefined;
}

/** Finds the request with this idempotency key. Throws Conflict when the key was used for a different refund. */
async function findByIdempotencyKey(
  ctx: Ctx,
  { orderId, key, reason, ...amounts }: RefundRequestInput,
): Promise<RefundRequest | null> {
  const whereKey = and(eq(refundRequests.orderId, orderId), eq(refundRequests.key, key));
  const [existing] = await ctx.db.select().from(refundRequests).where(whereKey);
  if (!existing) return null;
  const requestedHalalas = amounts.expectedHalalas ?? amounts.amountHalalas ?? existing.amountHalalas;
  if (existing.reason !== reason || existing.amountHalalas !== requestedHalalas)
    throw new Conflict(m.payments_refund_key_used({}, { locale: ctx.locale }));
  return existing;
}

function requireExpected(ctx: Ctx, { expectedHalalas }: RefundRequestInput, { amountHalalas }: RefundQuote): void {
  if (expectedHalalas === undefined || expectedHalalas === amountHalalas) return;
  const amount = isolate(formatSar(decimalFromHalalas(amountHalalas), ctx.locale));
  throw new Conflict(m.refunds_quote_changed({ amount }, { locale: ctx.locale }));
}

async function requireNoneWaiting(ctx: Ctx, orderId: number): Promise<void> {
  const isWaiting = and(eq(refundRequests.orderId, orderId), eq(refundRequests.state, "waiting"));
  if ((await ctx.db.$count(refundRequests, isWaiting)) > 0)
    throw new Conflict(m.refunds_one_waits({}, { locale: ctx.locale }));
}

/** Writes the refund of a request in the open transaction. Returns the ids of the refunded payments. */
async function writeRefund(
  ctx: Ctx,
  request: RefundRequest,
  action: "refund.requested" | "refund.decided",
): Promise<string[]> {
  const { id, orderId, amountHalalas, reason, seatIds } = request;
  const refund = { orderId, amountHalalas, reason, seatIds, key: `request-${id}` };
  const written = await writeOrderRefund(ctx, refund, action);
  return written.map(({ paymentId }) => paymentId);
}

interface WrittenRequest {
  request: RefundRequest;
  isNew: boolean;
  /** Payments that `processRefunds` refunds after the commit. */
  paymentIds: string[];
}

/**
 * Writes a refund request in the open transaction. Throws what `requestRefund` throws. With `needsApproval` it waits
 * for a second person whatever its amount, because it is part of a larger sum. Callers email the approvers of a new
 * request that waits (`mailRefundApprovers`).
 */
export async function writeRefundRequest(
  ctx: Ctx,
  input: RefundRequestInput,
  needsApproval = false,
): Promise<WrittenRequest> {
  requirePermission(ctx, requestRefund.permission);
  requireFreshSignIn(ctx);
  requireStaff(ctx);
  const { orderId, reason, key } = input;
  // The lock serializes refunds of one order, so that two requests at once see each other's amounts.
  if (!(await lockOrder(ctx, { orderId }))) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const existing = await findByIdempotencyKey(ctx, input);
  if (existing) return { request: existing, isNew: false, paymentIds: [] };
  await requireNoneWaiting(ctx, orderId);
  const quote = await readQuote(ctx, input);
  requireExpected(ctx, input, quote);
  const { amountHalalas, seatIds, limitHalalas } = quote;
  const needsSecondPerson = needsApproval || quote.needsSecondPerson;
  const [request] = await ctx.db
    .insert(refundRequests)
    .values({ orderId, amountHalalas, seatIds, reason, key, ...newApproval(ctx, { needsSecondPerson }) })
    .returning();
  if (!request) throw new Error("A request for a refund was not written");
  if (!needsSecondPerson)
    return { request, isNew: true, paymentIds: await writeRefund(ctx, request, "refund.requested") };
  await auditApprovalRequest(ctx, refundApprovalKind, request, limitHalalas);
  return { request, isNew: true, paymentIds: [] };
}

/** Emails each person who may approve a refund. The email includes the refunds of other orders from the same decision. */
export const mailRefundApprovers = (ctx: Ctx, request: RefundRequest): Promise<void> =>
  mailApprovers(ctx, refundApprovalKind, request);

/**
 * Requests a refund. Within the limit of the settings it is refunded at once. Above the limit it waits for a second
 * person, who gets an email. A repeated `key` returns the existing request. Needs a fresh sign-in. Throws
 * FreshSignInRequired, NotFound, Conflict (not paid, key used, another request waits, the amount has changed),
 * ValidationError (amount, seats, reason).
 */
export async function requestRefund(
  ctx: Ctx,
  input: RefundRequestInput,
): Promise<{ request: RefundRequest; isNew: boolean }> {
  requirePermission(ctx, requestRefund.permission);
  requireFreshSignIn(ctx);
  const { paymentIds, ...result } = await inTransaction(ctx, async (ctx) => {
    const written = await writeRefundRequest(ctx, input);
    if (written.isNew && written.request.state === "waiting") await mailRefundApprovers(ctx, written.request);
    return written;
  });
  for (const paymentId of paymentIds) await processRefunds(ctx, paymentId);
  return result;
}
requestRefund.permission = "orders.refund" as const;

/**
 * Counts the refunds of colleagues that wait for the caller's approval, and since when the oldest waits. Refunds of one
 * decision count as one. Throws Unauthenticated, Forbidden.
 */
export async function countWaitingRefunds(ctx: Ctx): Promise<{ waiting: number; oldestAt: Date | null }> {
  requirePermission(ctx, approve.permission);
  const { orderId, state, askedBy, askedAt } = refundRequests;
  const isByColleague = ctx.actor.kind === "staff" ? ne(askedBy, requireStaff(ctx).id) : undefined;
  const [row] = await ctx.db
    .select({ waiting: count(), oldestAt: min(askedAt) })
    .from(refundRequests)
    .where(and(eq(state, "waiting"), inArray(orderId, firstWaitingOrdersSql(ctx)), isByColleague));
  return row ?? { waiting: 0, oldestAt: null };
}

/** Lists the other waiting requests of the same decision. Callers hold the lock of the first order. */
async function listOthersWaiting(ctx: Ctx, request: RefundRequest): Promise<number[]> {
  const parts = (await readRefundGroups(ctx, [request])).get(request.id) ?? [];
  return parts.filter(({ id, state }) => id !== request.id && state === "waiting").map(({ id }) => id);
}

/**
 * Approves a waiting refund and carries it out, together with the seats and other refunds of the same decision. Throws
 * what `approve` throws, Conflict (not paid, seats can no longer move), ValidationError (the order holds less than the
 * amount, seats gone).
 */
export async function approveRefund(ctx: Ctx, decision: Decision): Promise<RefundRequest> {
  const { request, paymentIds } = await approve(ctx, refundApprovalKind, decision, async (ctx, request) => {
    await completeAgreedChange(ctx, request, { isApproved: true });
    const paymentIds = await writeRefund(ctx, request, "refund.decided");
    for (const id of await listOthersWaiting(ctx, request))
      paymentIds.push(
        ...(await approve(ctx, refundApprovalKind, { ...decision, id, isGrouped: true }, (ctx, other) =>
          writeRefund(ctx, other, "refund.decided"),
        )),
      );
    return { request, paymentIds };
  });
  for (const paymentId of paymentIds) await processRefunds(ctx, paymentId);
  return request;
}
approveRefund.permission = approve.permission;

/** Declines a waiting refund, together with the other refunds of the same decision. Throws what `decline` throws. */
export const declineRefund = (ctx: Ctx, decision: Decision): Promise<RefundRequest> =>
  inTransaction(ctx, async (ctx) => {
    const request = await decline(ctx, refundApprovalKind, decision);
    for (const id of await listOthersWaiting(ctx, request))
      await decline(ctx, refundApprovalKind, { ...decision, id, isGrouped: true });
    await completeAgreedChange(ctx, request, { isApproved: false });
    return request;
  });
declineRefund.permission = decline.permission;

/**
 * Withdraws the caller's own waiting request, with the other requests of the same decision. Throws what `withdraw`
 * throws.
 */
export const withdrawRefund = (ctx: Ctx, { id }: { id: number }): Promise<RefundRequest> =>
  inTransaction(ctx, async (ctx) => {
    const request = await withdraw(ctx, refundApprovalKind, id);
    for (const otherId of await listOthersWaiting(ctx, request)) await withdraw(ctx, refundApprovalKind, otherId);
    await completeAgreedChange(ctx, request, { isApproved: false });
    return request;
  });
withdrawRefund.permission = refundApprovalKind.permission;

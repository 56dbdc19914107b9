import { and, count, eq, inArray, min, ne } from "drizzle-orm";
import { lockOrder } from "#features/payments/locked-order.server.ts";
import { settleAgreedChange } from "./settle-agreed.server.ts";
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
  askedNow,
  auditWaiting,
  decline,
  mailApprovers,
  withdraw,
  type ApprovalKind,
  type Decision,
} from "./approval.server.ts";
import { firstWaitingOrdersSql, readDecisionParts } from "./decision-parts.server.ts";
import { readQuote, type RefundQuote, type RefundWish } from "./refund-quote.server.ts";
import { refundRequests, type RefundRequest } from "./approval-tables.server.ts";

const refundApproval: ApprovalKind<RefundRequest> = {
  permission: "orders.refund",
  find: async (ctx, id) => {
    const [request] = await ctx.db.select().from(refundRequests).where(eq(refundRequests.id, id));
    return request;
  },
  // Also locks the order whose difference this one paid, so requests of one decision are answered together.
  lock: async (ctx, { orderId }) => void (await lockOrder(ctx, { orderId })),
  save: async (ctx, { id }, decision) => {
    const [decided] = await ctx.db.update(refundRequests).set(decision).where(eq(refundRequests.id, id)).returning();
    return decided;
  },
  entry: async (ctx, { id: requestId, orderId, seatIds, reason, word }, step) => {
    const auditTarget = { entity: "order", entityId: orderId };
    const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
    if (!order) throw new Error("The order of a refund is gone");
    if (step === "requested") {
      const personal = personalReason(order, reason);
      return { action: "refund.approval-requested", ...auditTarget, after: { requestId, seatIds, reason }, personal };
    }
    const personal = word ? { of: order.userId, paths: ["after.word"] } : undefined;
    return { action: `refund.request-${step}`, ...auditTarget, after: { requestId }, personal };
  },
  mails: { asked: "refund-approval", decided: "refund-decided" },
  mailFacts: async (ctx, request) => {
    const parts = (await readDecisionParts(ctx, [request])).get(request.id) ?? [request];
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

export interface AskedRefund extends RefundWish {
  /** One of `refundReasons`, or own words (`orders/own-words.ts`). */
  reason: string;
  /** Idempotency key within the order. */
  key: string;
  /** What the quote said, VAT included: another sum by now is refused. */
  expectedHalalas?: number | undefined;
}

/** The request of this key. Throws Conflict when the key was used for another one. */
async function findByIdempotencyKey(
  ctx: Ctx,
  { orderId, key, reason, ...wish }: AskedRefund,
): Promise<RefundRequest | null> {
  const whereKey = and(eq(refundRequests.orderId, orderId), eq(refundRequests.key, key));
  const [known] = await ctx.db.select().from(refundRequests).where(whereKey);
  if (!known) return null;
  const requestedHalalas = wish.expectedHalalas ?? wish.amountHalalas ?? known.amountHalalas;
  if (known.reason !== reason || known.amountHalalas !== requestedHalalas)
    throw new Conflict(m.payments_refund_key_used({}, { locale: ctx.locale }));
  return known;
}

function requireExpected(ctx: Ctx, { expectedHalalas }: AskedRefund, { amountHalalas }: RefundQuote): void {
  if (expectedHalalas === undefined || expectedHalalas === amountHalalas) return;
  const amount = isolate(formatSar(decimalFromHalalas(amountHalalas), ctx.locale));
  throw new Conflict(m.refunds_quote_changed({ amount }, { locale: ctx.locale }));
}

async function requireNoneWaiting(ctx: Ctx, orderId: number): Promise<void> {
  const waits = and(eq(refundRequests.orderId, orderId), eq(refundRequests.state, "waiting"));
  const [waiting] = await ctx.db.select({ id: refundRequests.id }).from(refundRequests).where(waits);
  if (waiting) throw new Conflict(m.refunds_one_waits({}, { locale: ctx.locale }));
}

/** The refund of a request, in the open transaction; the ids of the payments it takes from. */
async function writeRequested(
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
  /** Payments whose refunds `processRefunds` does after the commit. */
  paymentIds: string[];
}

/**
 * Writes a request as `askRefund` does, in the open transaction, with the same refusals. With `waits` it waits for a
 * second person whatever its amount, because it is part of a larger sum. The caller mails the approvers of a new
 * one that waits (`mailRefundApprovers`).
 */
export async function writeAskedRefund(ctx: Ctx, input: AskedRefund, waits = false): Promise<WrittenRequest> {
  requirePermission(ctx, askRefund.permission);
  requireFreshSignIn(ctx);
  requireStaff(ctx);
  const { orderId, reason, key } = input;
  // The lock serializes what is refunded of one order: two requests at once see each other's sums.
  if (!(await lockOrder(ctx, { orderId }))) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const same = await findByIdempotencyKey(ctx, input);
  if (same) return { request: same, isNew: false, paymentIds: [] };
  await requireNoneWaiting(ctx, orderId);
  const quote = await readQuote(ctx, input);
  requireExpected(ctx, input, quote);
  const { amountHalalas, seatIds, limitHalalas } = quote;
  const needsSecondPerson = waits || quote.needsSecondPerson;
  const [request] = await ctx.db
    .insert(refundRequests)
    .values({ orderId, amountHalalas, seatIds, reason, key, ...askedNow(ctx, needsSecondPerson) })
    .returning();
  if (!request) throw new Error("A request for a refund was not written");
  if (!needsSecondPerson)
    return { request, isNew: true, paymentIds: await writeRequested(ctx, request, "refund.requested") };
  await auditWaiting(ctx, refundApproval, request, limitHalalas);
  return { request, isNew: true, paymentIds: [] };
}

/** Mails each person who may approve a refund, with what the same decision returns of other orders. */
export const mailRefundApprovers = (ctx: Ctx, request: RefundRequest): Promise<void> =>
  mailApprovers(ctx, refundApproval, request);

/**
 * Asks for a refund. Within the limit of the settings it is done as `refundOrder` does it; above, it waits for a second
 * person, who gets a mail, and nothing else happens. The same `key` is the same request. With a fresh sign-in. Throws
 * FreshSignInRequired, NotFound, Conflict (not paid, key used, another one waits, the sum is another by now),
 * ValidationError (amount, seats, reason).
 */
export async function askRefund(ctx: Ctx, input: AskedRefund): Promise<{ request: RefundRequest; isNew: boolean }> {
  requirePermission(ctx, askRefund.permission);
  requireFreshSignIn(ctx);
  const { paymentIds, ...answer } = await inTransaction(ctx, async (ctx) => {
    const written = await writeAskedRefund(ctx, input);
    if (written.isNew && written.request.state === "waiting") await mailRefundApprovers(ctx, written.request);
    return written;
  });
  for (const paymentId of paymentIds) await processRefunds(ctx, paymentId);
  return answer;
}
askRefund.permission = "orders.refund" as const;

/**
 * How many refunds that others asked for wait for the caller's approval, and since when the first one does. Those of one
 * decision count as one. Throws Unauthenticated, Forbidden.
 */
export async function countWaitingRefunds(ctx: Ctx): Promise<{ waiting: number; oldestAt: Date | null }> {
  requirePermission(ctx, approve.permission);
  const { orderId, state, askedBy, askedAt } = refundRequests;
  const isOthers = ctx.actor.kind === "staff" ? ne(askedBy, requireStaff(ctx).id) : undefined;
  const [row] = await ctx.db
    .select({ waiting: count(), oldestAt: min(askedAt) })
    .from(refundRequests)
    .where(and(eq(state, "waiting"), inArray(orderId, firstWaitingOrdersSql(ctx)), isOthers));
  return row ?? { waiting: 0, oldestAt: null };
}

/** The other waiting requests of the same decision. Callers hold the lock of the first order. */
async function othersWaiting(ctx: Ctx, request: RefundRequest): Promise<number[]> {
  const parts = (await readDecisionParts(ctx, [request])).get(request.id) ?? [];
  return parts.filter(({ id, state }) => id !== request.id && state === "waiting").map(({ id }) => id);
}

/**
 * Approves a waiting refund and carries it out, with the seats and the refunds of other orders of the same decision.
 * Throws as `approve`, Conflict (not paid, seats can no longer move), ValidationError (by now the order holds less, or its
 * seats are gone).
 */
export async function approveRefund(ctx: Ctx, decision: Decision): Promise<RefundRequest> {
  const { request, paymentIds } = await approve(ctx, refundApproval, decision, async (ctx, request) => {
    await settleAgreedChange(ctx, request, true);
    const paymentIds = await writeRequested(ctx, request, "refund.decided");
    for (const id of await othersWaiting(ctx, request))
      paymentIds.push(
        ...(await approve(ctx, refundApproval, { ...decision, id, isAlong: true }, (ctx, other) =>
          writeRequested(ctx, other, "refund.decided"),
        )),
      );
    return { request, paymentIds };
  });
  for (const paymentId of paymentIds) await processRefunds(ctx, paymentId);
  return request;
}
approveRefund.permission = approve.permission;

/** Declines a refund that waits, together with those of other orders from the same decision. Throws as `decline`. */
export const declineRefund = (ctx: Ctx, decision: Decision): Promise<RefundRequest> =>
  inTransaction(ctx, async (ctx) => {
    const request = await decline(ctx, refundApproval, decision);
    for (const id of await othersWaiting(ctx, request))
      await decline(ctx, refundApproval, { ...decision, id, isAlong: true });
    await settleAgreedChange(ctx, request, false);
    return request;
  });
declineRefund.permission = decline.permission;

/** Withdraws one's own request while it waits, together with those from the same decision. Throws as `withdraw`. */
export const withdrawRefund = (ctx: Ctx, { id }: { id: number }): Promise<RefundRequest> =>
  inTransaction(ctx, async (ctx) => {
    const request = await withdraw(ctx, refundApproval, id);
    for (const other of await othersWaiting(ctx, request)) await withdraw(ctx, refundApproval, other);
    await settleAgreedChange(ctx, request, false);
    return request;
  });
withdrawRefund.permission = refundApproval.permission;

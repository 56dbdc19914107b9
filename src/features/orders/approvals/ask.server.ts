import { and, eq } from "drizzle-orm";
import { lockOrder } from "#features/orders/settle/locked-order.server.ts";
import { personalReason } from "#features/orders/move-order.server.ts";
import { writeOrderRefund } from "#features/orders/refunds/refund-order.server.ts";
import { processRefunds } from "#features/orders/refunds/refunds.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { queueApprovalMails } from "./approval-mails.server.ts";
import { readQuote, type RefundQuote, type RefundWish } from "./quote.server.ts";
import { refundRequests, type RefundRequest } from "./tables.server.ts";

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
  const ofKey = and(eq(refundRequests.orderId, orderId), eq(refundRequests.key, key));
  const [known] = await ctx.db.select().from(refundRequests).where(ofKey);
  if (!known) return null;
  const wanted = wish.expectedHalalas ?? wish.amountHalalas ?? known.amountHalalas;
  if (known.reason !== reason || known.amountHalalas !== wanted)
    throw new Conflict(m.payments_refund_key_used({}, { locale: ctx.locale }));
  return known;
}

function requireExpected(ctx: Ctx, { expectedHalalas }: AskedRefund, { amountHalalas }: RefundQuote): void {
  if (expectedHalalas === undefined || expectedHalalas === amountHalalas) return;
  const amount = decimalFromHalalas(amountHalalas);
  throw new Conflict(m.refunds_quote_changed({ amount }, { locale: ctx.locale }));
}

async function requireNoneWaiting(ctx: Ctx, orderId: number): Promise<void> {
  const waits = and(eq(refundRequests.orderId, orderId), eq(refundRequests.state, "waiting"));
  const [waiting] = await ctx.db.select({ id: refundRequests.id }).from(refundRequests).where(waits);
  if (waiting) throw new Conflict(m.refunds_one_waits({}, { locale: ctx.locale }));
}

/** The refund of a request, in the open transaction; the ids of the payments it takes from. */
export async function writeRequested(ctx: Ctx, request: RefundRequest): Promise<string[]> {
  const { id, orderId, amountHalalas, reason, seatIds } = request;
  const written = await writeOrderRefund(ctx, { orderId, amountHalalas, reason, seatIds, key: `request-${id}` });
  return written.map(({ paymentId }) => paymentId);
}

/**
 * Asks for a refund. Within the limit of the settings it is done as `refundOrder` does it; above, it waits for a second
 * person, who gets a mail, and nothing else happens. The same `key` is the same request. For `orders.refund` with a
 * fresh sign-in. Throws Unauthenticated, Forbidden, FreshSignInRequired, NotFound, Conflict (not paid, key used,
 * another one waits, the sum is another by now), ValidationError (amount, seats, reason).
 */
export async function askRefund(ctx: Ctx, asked: AskedRefund): Promise<{ request: RefundRequest; isNew: boolean }> {
  requirePermission(ctx, "orders.refund");
  requireFreshSignIn(ctx);
  const staff = requireStaff(ctx);
  const { paymentIds, ...answer } = await inTransaction(ctx, async (ctx) => {
    // The lock serializes what is refunded of one order: two requests at once see each other's sums.
    const locked = await lockOrder(ctx, { orderId: asked.orderId });
    if (!locked) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    const same = await findByIdempotencyKey(ctx, asked);
    if (same) return { request: same, isNew: false, paymentIds: [] };
    await requireNoneWaiting(ctx, asked.orderId);
    const quote = await readQuote(ctx, asked);
    requireExpected(ctx, asked, quote);
    const state = quote.needsSecondPerson ? "waiting" : "direct";
    const [request] = await ctx.db
      .insert(refundRequests)
      .values({
        orderId: quote.orderId,
        amountHalalas: quote.amountHalalas,
        seatIds: quote.seatIds,
        reason: asked.reason,
        key: asked.key,
        state,
        askedBy: staff.id,
        askedByName: staff.name,
        askedAt: ctx.now(),
      })
      .returning();
    if (!request) throw new Error("A request for a refund was not written");
    if (state === "direct") return { request, isNew: true, paymentIds: await writeRequested(ctx, request) };
    const { id: requestId, amountHalalas, seatIds, reason } = request;
    await audit(ctx, {
      action: "refund.approval-requested",
      entity: "order",
      entityId: request.orderId,
      after: { requestId, amountHalalas, seatIds, reason, limitHalalas: quote.limitHalalas },
      personal: personalReason(locked.order, reason),
    });
    await queueApprovalMails(ctx, request);
    return { request, isNew: true, paymentIds: [] };
  });
  for (const paymentId of paymentIds) await processRefunds(ctx, paymentId);
  return answer;
}

import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, eq, inArray } from "drizzle-orm";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { checkoutReply, isPayable, openOrder, openOrReusePayment } from "#features/checkout/begin-checkout.server.ts";
import { buyerLock, lockOrders, lockRuns, withDifferencesSql } from "#features/orders/locks.server.ts";
import { decideRefund } from "#features/settlement/refunds/refund-requests.server.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { holdEnds, readOwnHolds } from "#features/seats/hold-limits.server.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { queueSeatCancelledMails } from "#features/seats/seat-mails.server.ts";
import { cancelConfirmedSeats, endUnpaidOrders } from "#features/seats/seats.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { holdSettings } from "#features/settings/settings.server.ts";
import { audit } from "#platform/audit.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { queueMovedMails } from "#features/settlement/moves/move-mails.server.ts";
import { queueRequestReceivedMail, queueCancelledMail } from "./change-mails.server.ts";
import { moveSeatsTo } from "#features/settlement/moves/move-seats.server.ts";
import { readQuoteToken, type QuotedChange, computeQuote, type ChangeQuote } from "./quote.server.ts";
import {
  isInPolicy,
  readPaidOrder,
  requireMoveDate,
  requireNoSeatThere,
  requireSeats,
  type QuoteFacts,
} from "./changeable-seats.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";

/** A change, with the `checkout` for the price difference of a dearer date. */
export interface ChangeResult {
  change: OrderChange;
  checkout: BegunCheckout | null;
}

/** Finds the change with this idempotency key. Throws Conflict when the key was used for a different change. */
export async function findChange(
  ctx: Ctx,
  { orderId, key }: Pick<OrderChange, "orderId" | "key">,
  request: Pick<OrderChange, "kind" | "runId" | "seatIds" | "toRunId">,
): Promise<OrderChange | null> {
  const [existing] = await ctx.db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), eq(orderChanges.key, key)));
  if (!existing) return null;
  const toComparable = ({ kind, runId, seatIds, toRunId }: typeof request) =>
    JSON.stringify([kind, runId, seatIds.toSorted((a, b) => a - b), toRunId]);
  if (toComparable(existing) !== toComparable(request))
    throw new Conflict(m.changes_key_used({}, { locale: ctx.locale }));
  return existing;
}

/** Locks an order and the orders that paid its price differences, in order of id. */
export async function lockWithDifferences(ctx: Ctx, orderId: number): Promise<void> {
  await lockOrders(ctx, withDifferencesSql(ctx, orderId).$dynamic());
}

/** Locks the orders and both runs of a change. */
export async function lockChange(
  ctx: Ctx,
  { orderId, runId, toRunId }: Pick<OrderChange, "orderId" | "runId" | "toRunId">,
): Promise<void> {
  await lockWithDifferences(ctx, orderId);
  await lockRuns(ctx, [runId, ...(toRunId === null ? [] : [toRunId])]);
}

/** Drops moves that still wait for payment, because the buyer now wants something else. Callers hold the order locks. */
async function dropUnpaidMoves(ctx: Ctx, orderId: number): Promise<void> {
  const isUnpaid = and(eq(orderChanges.orderId, orderId), eq(orderChanges.state, "paying"));
  const dropped = await ctx.db.update(orderChanges).set({ state: "dropped" }).where(isUnpaid).returning();
  await endUnpaidOrders(
    ctx,
    dropped.flatMap(({ paymentOrderId }) => paymentOrderId ?? []),
    "superseded",
  );
}

/** Writes the refunds in the open transaction. Returns the payments to process once it has committed. */
async function writeRefunds(ctx: Ctx, { id, seatIds }: OrderChange, facts: QuoteFacts, quote: ChangeQuote) {
  for (const { paymentId, orderId, amountHalalas, byHand } of quote.refunds) {
    const order = { id: orderId, userId: facts.order.userId };
    const payment = { id: paymentId, method: byHand ? ("transfer" as const) : ("card" as const) };
    const released = facts.newRun === null && orderId === facts.order.id ? seatIds : [];
    const refund = { amountHalalas, reason: "requested", seatIds: released, key: `change-${id}` };
    await decideRefund(ctx, order, payment, refund);
  }
  return [...new Set(quote.refunds.map(({ paymentId }) => paymentId))];
}

/**
 * Carries out a change: seats, refunds and emails. Returns the payments whose refunds are to be processed after the
 * commit. Callers hold the locks of the order and its runs.
 */
export async function applyChange(
  ctx: Ctx,
  change: OrderChange,
  facts: QuoteFacts,
  quote: ChangeQuote,
): Promise<string[]> {
  const { order, line, chosen, newRun } = facts;
  const { id: changeId, seatIds, runId, toRunId } = change;
  // The audit log calls the refund `backHalalas`.
  const sums = { backHalalas: quote.refundHalalas, percent: quote.percent };
  if (newRun === null) {
    await queueSeatCancelledMails(ctx, order.id, { runIds: [], seatIds });
    await cancelConfirmedSeats(ctx, order.id, { runIds: [], seatIds });
    await queueCancelledMail(ctx, change, quote);
  } else {
    const { prices } = quote;
    const moved = await moveSeatsTo(ctx, { line, seats: chosen, toRunId: newRun.runId, prices, at: change.quotedAt });
    await queueMovedMails(ctx, change, moved);
  }
  await audit(ctx, {
    action: newRun === null ? "change.cancelled" : "change.moved",
    entity: "order",
    entityId: order.id,
    after: { changeId, seatIds, runId, ...(toRunId !== null && { toRunId }), ...sums },
  });
  return writeRefunds(ctx, change, facts, quote);
}

/** Throws Conflict when the amounts are no longer those of the quote. Its token calls the refund `backHalalas`. */
function requireSameQuote(ctx: Ctx, quoted: QuotedChange, quote: ChangeQuote): void {
  const isSame = quote.refundHalalas === quoted.backHalalas && quote.payHalalas === quoted.payHalalas;
  if (!isSame) throw new Conflict(m.changes_quote_changed({}, { locale: ctx.locale }));
}

/**
 * Opens the order that pays for a dearer date. Until it is paid, the seats on the new date are held, and those on the
 * old date stay as they are.
 */
async function openDifferenceOrder(ctx: Ctx, facts: QuoteFacts, quote: ChangeQuote) {
  const { order, line, chosen, newRun } = facts;
  if (newRun === null) throw new Error("A price difference needs a new date");
  const viewer = requireViewer(ctx);
  const limits = await holdSettings(ctx);
  const ends = await holdEnds(ctx, [newRun], await readOwnHolds(ctx, viewer.id), limits);
  const expiresAt = ends.get(newRun.runId);
  if (!expiresAt) throw new Error("A hold has no end");
  const { payHalalas: totalHalalas, payTaxHalalas: taxHalalas, difference, taxPercent } = quote;
  const { discountKind, discountPercent, discountCode } = line;
  const discount =
    discountKind !== null && difference.discountHalalas > 0
      ? { kind: discountKind, halalas: difference.discountHalalas, percent: discountPercent }
      : null;
  const run = { ...newRun, unitPriceHalalas: difference.unitHalalas };
  const totals = { subTotalHalalas: totalHalalas - taxHalalas, taxHalalas, totalHalalas };
  const { id, paymentId } = await openOrder(ctx, {
    ...totals,
    userId: viewer.id,
    differenceOf: order.id,
    itemsKey: `difference:${order.id}:${newRun.runId}x${chosen.length}`,
    taxPercent,
    billing: order.billing,
    invoiceRecipient: order.invoiceRecipient,
    lines: [{ run, qty: chosen.length, discount, holdEnds: expiresAt }],
    // The order that bought the seats has counted this use of the code already.
    code: discountCode === null ? null : { id: null, code: discountCode },
    seats: [],
    expiresAt,
  });
  return { id, paymentId, expiresAt, totals };
}

/** Resumes paying the difference when the same change is sent again, also after a declined card. Throws Conflict. */
async function resumePayment(ctx: Ctx, { paymentOrderId }: OrderChange): Promise<BegunCheckout> {
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(eq(orders.id, paymentOrderId ?? 0));
  if (!order || !isPayable(order) || order.expiresAt <= ctx.now())
    throw new Conflict(m.changes_quote_over({}, { locale: ctx.locale }));
  const paymentId = await openOrReusePayment(ctx, order, order.totalHalalas);
  return checkoutReply(ctx, { id: order.id, paymentId, expiresAt: order.expiresAt, totals: order });
}

async function applyQuotedChange(
  ctx: Ctx,
  quoted: QuotedChange,
  key: string,
): Promise<ChangeResult & { paymentIds: string[] }> {
  const viewer = requireViewer(ctx);
  const { orderId, runId, kind, seatIds, toRunId, toNetHalalas } = quoted;
  const at = new Date(quoted.at);
  await lockWithDifferences(ctx, orderId);
  const existing = await findChange(ctx, { orderId, key }, quoted);
  if (existing) {
    const checkout = existing.state === "paying" ? await resumePayment(ctx, existing) : null;
    return { change: existing, checkout, paymentIds: [] };
  }
  await lockRuns(ctx, [runId, ...(toRunId === null ? [] : [toRunId])]);
  await dropUnpaidMoves(ctx, orderId);
  const order = await readPaidOrder(ctx, orderId, viewer.id);
  const { run, chosen, ...seats } = await requireSeats(ctx, quoted);
  const date = kind === "move" ? await requireMoveDate(ctx, run, toRunId, chosen.length) : null;
  const facts: QuoteFacts = { order, run, chosen, ...seats, newRun: date?.locked ?? null };
  if (!isInPolicy(kind, facts, at)) throw new Conflict(m.changes_not_in_policy({}, { locale: ctx.locale }));
  await requireNoSeatThere(ctx, facts);
  const quote = await computeQuote(ctx, kind, facts, { at, toNetHalalas });
  requireSameQuote(ctx, quoted, quote);
  const now = ctx.now();
  const isPaying = quote.payHalalas > 0;
  const opened = isPaying ? await openDifferenceOrder(ctx, facts, quote) : null;
  const state = quote.needsStaff ? "asked" : isPaying ? "paying" : "done";
  const [change] = await ctx.db
    .insert(orderChanges)
    .values({
      orderId,
      runId,
      kind,
      state,
      key,
      seatIds,
      toRunId,
      quotedAt: at,
      createdAt: now,
      percent: quote.percent,
      parts: quote.parts,
      payHalalas: quote.payHalalas,
      paymentOrderId: opened?.id ?? null,
      doneAt: state === "done" ? now : null,
    })
    .returning();
  if (!change) throw new Error("A change was not written");
  if (opened) return { change, checkout: await checkoutReply(ctx, opened), paymentIds: [] };
  if (state === "done") return { change, checkout: null, paymentIds: await applyChange(ctx, change, facts, quote) };
  await acknowledgeRequest(ctx, change);
  return { change, checkout: null, paymentIds: [] };
}

/** Records a new request in the audit log and confirms it to the buyer by email. */
export async function acknowledgeRequest(ctx: Ctx, change: OrderChange): Promise<void> {
  const { id: changeId, orderId, kind, seatIds, message } = change;
  const personal = { of: requireViewer(ctx).id, paths: ["after.message"] };
  const after = { changeId, kind, seatIds, ...(message !== null && { message }) };
  await audit(ctx, { action: "change.asked", entity: "order", entityId: orderId, after, personal });
  await queueRequestReceivedMail(ctx, change);
}

/**
 * Carries out a quote once per key: cancels seats of the caller's order and refunds them, or moves them. A dearer date
 * is only held until its price difference is paid; if that is not paid, nothing changes. A refund above the limit
 * becomes a request to the staff. Throws Unauthenticated, NotFound, Conflict (quote expired or changed, seats gone,
 * date full or gone, outside the policy), ValidationError, RateLimited (too many of the buyer's holds on the new date
 * have expired unpaid).
 */
export async function changeOrder(ctx: Ctx, { quote, key }: { quote: string; key: string }): Promise<ChangeResult> {
  const viewer = requireViewer(ctx);
  const quoted = readQuoteToken(ctx, quote);
  const change = (ctx: Ctx) => applyQuotedChange(ctx, quoted, key);
  const { paymentIds, ...changed } = await retryRefusedSeats(() =>
    inAccountTransaction(ctx, change, buyerLock(viewer.id)),
  );
  await sendRefunds(ctx, paymentIds);
  return changed;
}

/** Sends written refunds to the provider now. The job retries those that fail. */
export async function sendRefunds(ctx: Ctx, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  const cards = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, paymentIds), eq(payments.method, "card")));
  for (const { id } of cards) await processRefunds(ctx, id);
}

import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, eq, inArray } from "drizzle-orm";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { checkoutReply, isPayable, openOrder, payableWith } from "#features/checkout/begin-checkout.server.ts";
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
import { queueAskedMail, queueCancelledMail } from "./change-mails.server.ts";
import { moveSeatsTo } from "#features/settlement/moves/move-seats.server.ts";
import { readQuoteToken, type Quoted } from "./quote-token.server.ts";
import {
  computeQuote,
  isInPolicy,
  readPaidOrder,
  requireDate,
  requireNoSeatThere,
  requireSeats,
  type ChangeQuote,
  type QuoteFacts,
} from "./read-change.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";

/** What came of a change; `checkout`: of a dearer date, whose difference is to be paid now. */
export interface Changed {
  change: OrderChange;
  checkout: BegunCheckout | null;
}

/** The change of this key. Throws Conflict when the key was used for another one. */
export async function findChange(
  ctx: Ctx,
  { orderId, key }: Pick<OrderChange, "orderId" | "key">,
  request: Pick<OrderChange, "kind" | "runId" | "seatIds" | "toRunId">,
): Promise<OrderChange | null> {
  const [known] = await ctx.db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), eq(orderChanges.key, key)));
  if (!known) return null;
  const toComparable = ({ kind, runId, seatIds, toRunId }: typeof request) =>
    JSON.stringify([kind, runId, seatIds.toSorted((a, b) => a - b), toRunId]);
  if (toComparable(known) !== toComparable(request)) throw new Conflict(m.changes_key_used({}, { locale: ctx.locale }));
  return known;
}

/** Locks an order and those that paid differences of it, by id. */
export async function lockWithDifferences(ctx: Ctx, orderId: number): Promise<void> {
  await lockOrders(ctx, withDifferencesSql(ctx, orderId).$dynamic());
}

/** Locks the orders of a change and both of its runs. */
export async function lockChange(
  ctx: Ctx,
  { orderId, runId, toRunId }: Pick<OrderChange, "orderId" | "runId" | "toRunId">,
): Promise<void> {
  await lockWithDifferences(ctx, orderId);
  await lockRuns(ctx, [runId, ...(toRunId === null ? [] : [toRunId])]);
}

/** A dearer date that waits for its payment gives way to what its buyer does next. The orders are locked. */
async function dropUnpaidMoves(ctx: Ctx, orderId: number): Promise<void> {
  const waits = and(eq(orderChanges.orderId, orderId), eq(orderChanges.state, "paying"));
  const dropped = await ctx.db.update(orderChanges).set({ state: "dropped" }).where(waits).returning();
  await endUnpaidOrders(
    ctx,
    dropped.flatMap(({ paymentOrderId }) => paymentOrderId ?? []),
    "superseded",
  );
}

/** Writes what goes back, in the open transaction; the payments whose refunds are to be processed after it. */
async function writeRefunds(ctx: Ctx, { id, seatIds }: OrderChange, facts: QuoteFacts, quote: ChangeQuote) {
  for (const { paymentId, orderId, amountHalalas, byHand } of quote.to) {
    const order = { id: orderId, userId: facts.order.userId };
    const payment = { id: paymentId, method: byHand ? ("transfer" as const) : ("card" as const) };
    const released = facts.to === null && orderId === facts.order.id ? seatIds : [];
    const refund = { amountHalalas, reason: "requested", seatIds: released, key: `change-${id}` };
    await decideRefund(ctx, order, payment, refund);
  }
  return [...new Set(quote.to.map(({ paymentId }) => paymentId))];
}

/** Seats, money and mails of a change that is done now. The order and its runs are locked. */
export async function applyChange(
  ctx: Ctx,
  change: OrderChange,
  facts: QuoteFacts,
  quote: ChangeQuote,
): Promise<string[]> {
  const { order, line, chosen, to } = facts;
  const { id: changeId, seatIds, runId, toRunId } = change;
  const sums = { backHalalas: quote.backHalalas, percent: quote.percent };
  if (to === null) {
    await queueSeatCancelledMails(ctx, order.id, { runIds: [], seatIds });
    await cancelConfirmedSeats(ctx, order.id, { runIds: [], seatIds });
    await queueCancelledMail(ctx, change, quote);
  } else {
    const { prices } = quote;
    const moved = await moveSeatsTo(ctx, { line, seats: chosen, toRunId: to.runId, prices, at: change.quotedAt });
    await queueMovedMails(ctx, change, moved);
  }
  await audit(ctx, {
    action: to === null ? "change.cancelled" : "change.moved",
    entity: "order",
    entityId: order.id,
    after: { changeId, seatIds, runId, ...(toRunId !== null && { toRunId }), ...sums },
  });
  return writeRefunds(ctx, change, facts, quote);
}

/** What was quoted must still be so. Throws Conflict. */
function requireQuoted(ctx: Ctx, quoted: Quoted, quote: ChangeQuote): void {
  const isSame = quote.backHalalas === quoted.backHalalas && quote.payHalalas === quoted.payHalalas;
  if (!isSame) throw new Conflict(m.changes_quote_changed({}, { locale: ctx.locale }));
}

/** Opens the order that takes the difference of a dearer date; its seats are held beside those that are left. */
async function openDifference(ctx: Ctx, facts: QuoteFacts, quote: ChangeQuote) {
  const { order, line, chosen, to } = facts;
  if (to === null) throw new Error("A difference has no date");
  const viewer = requireViewer(ctx);
  const limits = await holdSettings(ctx);
  const ends = await holdEnds(ctx, [to], await readOwnHolds(ctx, viewer.id), limits);
  const expiresAt = ends.get(to.runId);
  if (!expiresAt) throw new Error("A hold has no end");
  const { payHalalas: totalHalalas, payTaxHalalas: taxHalalas, difference, taxPercent: percent } = quote;
  const { discountKind, discountPercent, discountCode } = line;
  const discount =
    discountKind !== null && difference.discountHalalas > 0
      ? { kind: discountKind, halalas: difference.discountHalalas, percent: discountPercent }
      : null;
  const run = { ...to, unitPriceHalalas: difference.unitHalalas };
  const totals = { subTotalHalalas: totalHalalas - taxHalalas, taxHalalas, totalHalalas };
  const { id, paymentId } = await openOrder(ctx, {
    ...totals,
    userId: viewer.id,
    differenceOf: order.id,
    key: `difference:${order.id}:${to.runId}x${chosen.length}`,
    percent,
    billing: order.billing,
    invoiceRecipient: order.invoiceRecipient,
    lines: [{ run, qty: chosen.length, discount, holdEnds: expiresAt }],
    // Its use was counted with the order that bought the seats.
    code: discountCode === null ? null : { id: null, code: discountCode },
    seats: [],
    expiresAt,
  });
  return { id, paymentId, expiresAt, totals };
}

/** The same change again: a difference that is still to be paid, after a declined card too. Throws Conflict. */
async function payAgain(ctx: Ctx, { paymentOrderId }: OrderChange): Promise<BegunCheckout> {
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(eq(orders.id, paymentOrderId ?? 0));
  if (!order || !isPayable(order) || order.expiresAt <= ctx.now())
    throw new Conflict(m.changes_quote_over({}, { locale: ctx.locale }));
  const paymentId = await payableWith(ctx, order, order.totalHalalas);
  return checkoutReply(ctx, { id: order.id, paymentId, expiresAt: order.expiresAt, totals: order });
}

async function changeQuoted(ctx: Ctx, quoted: Quoted, key: string): Promise<Changed & { paymentIds: string[] }> {
  const viewer = requireViewer(ctx);
  const { orderId, runId, kind, seatIds, toRunId, toNetHalalas } = quoted;
  const at = new Date(quoted.at);
  await lockWithDifferences(ctx, orderId);
  const known = await findChange(ctx, { orderId, key }, quoted);
  if (known) {
    const checkout = known.state === "paying" ? await payAgain(ctx, known) : null;
    return { change: known, checkout, paymentIds: [] };
  }
  await lockRuns(ctx, [runId, ...(toRunId === null ? [] : [toRunId])]);
  await dropUnpaidMoves(ctx, orderId);
  const order = await readPaidOrder(ctx, orderId, viewer.id);
  const { run, chosen, ...seats } = await requireSeats(ctx, quoted);
  const date = kind === "move" ? await requireDate(ctx, run, toRunId, chosen.length) : null;
  const facts: QuoteFacts = { order, run, chosen, ...seats, to: date?.locked ?? null };
  if (!isInPolicy(kind, facts, at)) throw new Conflict(m.changes_not_in_policy({}, { locale: ctx.locale }));
  await requireNoSeatThere(ctx, facts);
  const quote = await computeQuote(ctx, kind, facts, { at, toNetHalalas });
  requireQuoted(ctx, quoted, quote);
  const now = ctx.now();
  const isPaying = quote.payHalalas > 0;
  const opened = isPaying ? await openDifference(ctx, facts, quote) : null;
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
  await announceRequest(ctx, change);
  return { change, checkout: null, paymentIds: [] };
}

/** Tells the log and the buyer that staff decide. */
export async function announceRequest(ctx: Ctx, change: OrderChange): Promise<void> {
  const { id: changeId, orderId, kind, seatIds, message } = change;
  const personal = { of: requireViewer(ctx).id, paths: ["after.message"] };
  const after = { changeId, kind, seatIds, ...(message !== null && { message }) };
  await audit(ctx, { action: "change.asked", entity: "order", entityId: orderId, after, personal });
  await queueAskedMail(ctx, change);
}

/**
 * Does what a quote said, once per key: cancels seats of the caller's order and returns the money, or moves them. A dearer
 * date is held and its difference is to be paid; unless it is, nothing changes. Above what is done without the staff it
 * becomes a request. Throws Unauthenticated, NotFound, Conflict (quote over or changed, seats gone, date full or gone,
 * not within the policy), ValidationError, RateLimited (holds that ran out).
 */
export async function changeOrder(ctx: Ctx, { quote, key }: { quote: string; key: string }): Promise<Changed> {
  const viewer = requireViewer(ctx);
  const quoted = readQuoteToken(ctx, quote);
  const change = (ctx: Ctx) => changeQuoted(ctx, quoted, key);
  const { paymentIds, ...changed } = await retryRefusedSeats(() =>
    inAccountTransaction(ctx, change, buyerLock(viewer.id)),
  );
  await sendRefunds(ctx, paymentIds);
  return changed;
}

/** Sends refunds that were written, at once; the job does those that fail. */
export async function sendRefunds(ctx: Ctx, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  const cards = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, paymentIds), eq(payments.method, "card")));
  for (const { id } of cards) await processRefunds(ctx, id);
}

import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import { m } from "#messages";
import { withItsOriginSql } from "#features/orders/locks.server.ts";
import { queueMovedMails } from "#features/settlement/moves/move-mails.server.ts";
import { moveSeatsTo } from "#features/settlement/moves/move-seats.server.ts";
import { sumParts } from "#features/settlement/refunds/change-parts.ts";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import type { RefundRequest } from "./approval-tables.server.ts";
import { queueDecisionMail } from "./change-mails.server.ts";
import { lockChange } from "./change-order.server.ts";
import {
  readPaidOrder,
  requireMoveDate,
  requireNoSeatThere,
  requireSeats,
  type QuoteFacts,
} from "./changeable-seats.server.ts";
import { parseRefundKey } from "./grouped-refunds.server.ts";
import { computeQuote, type ChangeQuote } from "./quote.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";

/** A move that staff agreed to. The seats move with the decision, or once a second person has approved its refund. */
export interface AgreedMove {
  facts: QuoteFacts;
  quote: ChangeQuote;
}

/** Reads the present order and seats of a request. Throws NotFound, Conflict (seats gone, not paid). */
export async function readRequestFacts(ctx: Ctx, change: OrderChange): Promise<QuoteFacts> {
  const order = await readPaidOrder(ctx, change.orderId, null);
  return { order, ...(await requireSeats(ctx, change)), newRun: null };
}

/**
 * Quotes a requested move at today's price of the new date. Throws NotFound, Conflict (order not paid, seats gone, date
 * gone or full).
 */
export async function quoteAgreedMove(ctx: Ctx, change: OrderChange): Promise<AgreedMove> {
  const seats = await readRequestFacts(ctx, change);
  const { locked: newRun } = await requireMoveDate(ctx, seats.run, change.toRunId, seats.chosen.length);
  const facts = { ...seats, newRun };
  return { facts, quote: await computeQuote(ctx, "move", facts, { at: change.quotedAt }) };
}

/** Moves the seats and queues the emails about it. Callers have locked the orders and both runs. */
export async function moveAgreedSeats(ctx: Ctx, change: OrderChange, { facts, quote }: AgreedMove): Promise<void> {
  const { line, chosen: seats, newRun } = facts;
  if (newRun === null) throw new Error("A move has no new date");
  const move = { line, seats, toRunId: newRun.runId, prices: quote.prices, at: change.quotedAt };
  await queueMovedMails(ctx, { ...change, parts: quote.parts }, await moveSeatsTo(ctx, move));
}

/**
 * Moves the seats of a decision whose refund has just been approved. Throws Conflict when the move is no longer as
 * decided: the seats or the date are gone, the date is full, or the refund would differ.
 */
async function completeAgreedMove(ctx: Ctx, change: OrderChange): Promise<void> {
  const { id: changeId, orderId, runId, toRunId, seatIds, parts } = change;
  const { locale } = ctx;
  await lockChange(ctx, change);
  try {
    const move = await quoteAgreedMove(ctx, change);
    await requireNoSeatThere(ctx, move.facts);
    if (!isDeepStrictEqual(move.quote.parts, parts)) throw new Conflict(m.changes_agreed_other_sum({}, { locale }));
    await moveAgreedSeats(ctx, change, move);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new Conflict(m.changes_agreed_cannot_move({ reason: error.message }, { locale }));
  }
  const after = { changeId, seatIds, runId, toRunId, backHalalas: sumParts(parts, "backHalalas") };
  await audit(ctx, { action: "change.moved", entity: "order", entityId: orderId, after });
}

/**
 * Completes the change whose refund a second person has decided on. If the refund was approved, the seats of a move
 * change date, and the buyer gets an email. If it was declined or withdrawn, staff can decide the request again. Does
 * nothing for other refunds. Call it before the refunds are written, because the quote of a move depends on earlier
 * refunds. Throws Conflict when the seats can no longer move.
 */
export async function completeAgreedChange(
  ctx: Ctx,
  { key, orderId }: RefundRequest,
  { isApproved }: { isApproved: boolean },
): Promise<void> {
  const changeId = parseRefundKey(key);
  if (changeId === null) return;
  const whereChange = and(
    eq(orderChanges.id, changeId),
    inArray(orderChanges.orderId, withItsOriginSql(ctx, orderId)),
    eq(orderChanges.state, "agreed"),
  );
  const newValues = isApproved
    ? { state: "done" as const, doneAt: ctx.now() }
    : { state: "asked" as const, answer: null, decidedBy: null, decidedByName: null, decidedAt: null };
  const [change] = await ctx.db.update(orderChanges).set(newValues).where(whereChange).returning();
  if (!change || !isApproved) return;
  if (change.kind === "move") await completeAgreedMove(ctx, change);
  await queueDecisionMail(ctx, change, sumParts(change.parts, "backHalalas"));
}

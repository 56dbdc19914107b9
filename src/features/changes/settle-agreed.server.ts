import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import { parseRefundKey } from "./decision-parts.server.ts";
import type { RefundRequest } from "./approval-tables.server.ts";
import { withItsOriginSql } from "#features/orders/locks.server.ts";
import { sumParts } from "#features/settlement/refunds/change-parts.ts";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { queueDecidedMail } from "./change-mails.server.ts";
import { lockChange } from "./change-order.server.ts";
import { moveDecidedSeats, quoteDecidedMove } from "./decided-move.server.ts";
import { requireNoSeatThere } from "./read-change.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";

/**
 * Moves the seats of a decision whose refund has just been approved. Throws Conflict when the move would differ from the
 * decision: the seats or the date are gone, the date is full, or another sum would go back.
 */
async function moveAgreed(ctx: Ctx, change: OrderChange): Promise<void> {
  const { id: changeId, orderId, runId, toRunId, seatIds, parts } = change;
  const { locale } = ctx;
  await lockChange(ctx, change);
  try {
    const move = await quoteDecidedMove(ctx, change);
    await requireNoSeatThere(ctx, move.facts);
    if (!isDeepStrictEqual(move.quote.parts, parts)) throw new Conflict(m.changes_agreed_other_sum({}, { locale }));
    await moveDecidedSeats(ctx, change, move);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new Conflict(m.changes_agreed_cannot_move({ reason: error.message }, { locale }));
  }
  const after = { changeId, seatIds, runId, toRunId, backHalalas: sumParts(parts, "backHalalas") };
  await audit(ctx, { action: "change.moved", entity: "order", entityId: orderId, after });
}

/**
 * Completes the change whose refund a second person has decided on: approved, its seats move and its buyer is answered;
 * declined or withdrawn, it can be decided again. Does nothing for other refunds. Call it before the refunds are written,
 * because they change what a move is quoted from. Throws Conflict when the seats can no longer move.
 */
export async function settleAgreedChange(ctx: Ctx, { key, orderId }: RefundRequest, agreed: boolean): Promise<void> {
  const changeId = parseRefundKey(key);
  if (changeId === null) return;
  const isIt = and(
    eq(orderChanges.id, changeId),
    inArray(orderChanges.orderId, withItsOriginSql(ctx, orderId)),
    eq(orderChanges.state, "agreed"),
  );
  const next = agreed
    ? { state: "done" as const, doneAt: ctx.now() }
    : { state: "asked" as const, answer: null, decidedBy: null, decidedByName: null, decidedAt: null };
  const [change] = await ctx.db.update(orderChanges).set(next).where(isIt).returning();
  if (!change || !agreed) return;
  if (change.kind === "move") await moveAgreed(ctx, change);
  await queueDecidedMail(ctx, change, sumParts(change.parts, "backHalalas"));
}

import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import { changeOfRefundKey } from "./decision-parts.server.ts";
import type { RefundRequest } from "./approval-tables.server.ts";
import { lockRuns, withItsOriginSql } from "#features/orders/locks.server.ts";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { queueDecidedMail } from "./change-mails.server.ts";
import { lockWithDifferences } from "./change-order.server.ts";
import { moveDecidedSeats, quoteDecidedMove, requireNoPlaceThere } from "./decided-move.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";

/**
 * Moves the seats of a decision whose refund is approved now. Throws Conflict when it cannot be done as it was decided:
 * the seats or the date are gone, the date is full, or another sum would go back.
 */
async function moveAgreed(ctx: Ctx, change: OrderChange): Promise<void> {
  const { id: changeId, orderId, runId, toRunId, seatIds, parts } = change;
  const { locale } = ctx;
  await lockWithDifferences(ctx, orderId);
  await lockRuns(ctx, [runId, ...(toRunId === null ? [] : [toRunId])]);
  try {
    const move = await quoteDecidedMove(ctx, change);
    await requireNoPlaceThere(ctx, move.facts);
    if (!isDeepStrictEqual(move.quote.parts, parts)) throw new Conflict(m.changes_agreed_other_sum({}, { locale }));
    await moveDecidedSeats(ctx, change, move);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new Conflict(m.changes_agreed_cannot_move({ reason: error.message }, { locale }));
  }
  const after = { changeId, seatIds, runId, toRunId, backHalalas: backOf(change) };
  await audit(ctx, { action: "change.moved", entity: "order", entityId: orderId, after });
}

const backOf = ({ parts }: OrderChange): number => parts.reduce((sum, { backHalalas }) => sum + backHalalas, 0);

/**
 * What a second person's decision about a refund does to the change that asked for it: done, with its seats moved and the
 * answer to its buyer, or to be decided again. Nothing for other refunds. Before the refunds are written, which change
 * what a move is quoted from. Throws Conflict when the seats can no longer move.
 */
export async function settleAgreedChange(ctx: Ctx, { key, orderId }: RefundRequest, agreed: boolean): Promise<void> {
  const changeId = changeOfRefundKey(key);
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
  await queueDecidedMail(ctx, change, backOf(change));
}

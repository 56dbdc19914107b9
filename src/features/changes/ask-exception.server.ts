import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { buyerLock } from "#features/orders/locks.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { and, eq } from "drizzle-orm";
import { findChange, lockWithDifferences, announceRequest } from "./change-order.server.ts";
import { percentOn, readPaidOrder, requireDate, requireSeats } from "./read-change.server.ts";
import { attachFiles } from "./files.server.ts";
import { isOpenChangeSql, orderChanges, type ChangeKind, type OrderChange } from "./tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";

export interface ExceptionInput {
  orderId: number;
  runId: number;
  kind: ChangeKind;
  seatIds: number[];
  toRunId: number | null;
  message: string;
  /** Files uploaded for it. */
  fileIds: number[];
  /** Idempotency key within the order. */
  key: string;
}

/**
 * Asks the staff for what the policy does not allow; the day of today counts, not that of their decision. Once per key,
 * and one that is open for an order at a time. Throws Unauthenticated, NotFound, Conflict (not paid, seats gone, one waits),
 * ValidationError, RateLimited.
 */
export async function askException(ctx: Ctx, input: ExceptionInput): Promise<OrderChange> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "assignSeatsPerAccount", viewer.id);
  const { orderId, runId, kind, seatIds, toRunId, message, key } = input;
  const ask = async (ctx: Ctx) => {
    await lockWithDifferences(ctx, orderId);
    const known = await findChange(ctx, { orderId, key }, input);
    if (known) return known;
    await readPaidOrder(ctx, orderId, viewer.id);
    const { line, run, chosen, keptUntil } = await requireSeats(ctx, input);
    if (kind === "move") await requireDate(ctx, run, toRunId, chosen.length);
    const waits = and(eq(orderChanges.orderId, orderId), isOpenChangeSql);
    if ((await ctx.db.$count(orderChanges, waits)) > 0)
      throw new Conflict(m.changes_one_waits({}, { locale: ctx.locale }));
    const now = ctx.now();
    const percent = kind === "cancel" ? percentOn({ line, run, keptUntil }, riyadhDate(now)) : null;
    const [change] = await ctx.db
      .insert(orderChanges)
      .values({
        orderId,
        runId,
        kind,
        seatIds,
        key,
        message,
        percent,
        state: "asked",
        toRunId: kind === "move" ? toRunId : null,
        quotedAt: now,
        createdAt: now,
      })
      .returning();
    if (!change) throw new Error("A request was not written");
    await attachFiles(ctx, input.fileIds, { changeId: change.id, messageId: null });
    await announceRequest(ctx, change);
    return change;
  };
  return inAccountTransaction(ctx, ask, buyerLock(viewer.id));
}

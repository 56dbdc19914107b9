import { and, eq, exists, inArray } from "drizzle-orm";
import { notifyAttendees, type ChangeReason } from "#features/enrolments/run-notices.server.ts";
import { endUnpaidOrders } from "#features/enrolments/seats.server.ts";
import { lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { refundRun } from "#features/payments/refund-run.server.ts";
import { changeRun, requireOpenRun } from "#features/schedule/run-changes.server.ts";
import { movedSessions } from "#features/schedule/sessions.ts";
import { cancelTransfers } from "#features/transfers/transfers.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";

/**
 * Notifies everyone with a seat or a payment. A different number of days makes times unconfirmed. For `schedule.move`.
 * Throws Unauthenticated, Forbidden, NotFound, ValidationError (it ends before it starts), Conflict when it is
 * cancelled.
 */
export async function moveRun(
  ctx: Ctx,
  input: {
    runId: number;
    startDate: string;
    endDate: string;
    venueEng: string;
    venueAr: string | null;
    reason?: ChangeReason | null;
  },
): Promise<void> {
  requirePermission(ctx, "schedule.move");
  const { runId, startDate, endDate, venueEng, venueAr, reason = null } = input;
  if (endDate < startDate) throw new ValidationError({ end_date: [fieldText("invalid", ctx.locale)] });
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireOpenRun(ctx, runId);
    const was = {
      startDate: before.startDate,
      endDate: before.endDate,
      venueEng: before.venueEng,
      venueAr: before.venueAr,
    };
    const after = { startDate, endDate, venueEng, venueAr };
    await audit(ctx, { action: "run.moved", entity: "run", entityId: runId, before: was, after: { ...after, reason } });
    const moved = movedSessions(before, before.sessions, { startDate, endDate });
    const change = { ...after, ...moved };
    await notifyAttendees(ctx, await changeRun(ctx, "moved", before, change), reason);
  });
}

/** A late payment for them buys nothing. The run is not locked yet. */
async function endOpenOrders(ctx: Ctx, runId: number): Promise<void> {
  const { id, userId, status } = orders;
  const ofRun = and(eq(orderLines.orderId, id), eq(orderLines.runId, runId));
  const lines = ctx.db.select({ id: orderLines.id }).from(orderLines).where(ofRun);
  const unpaid = and(inArray(status, ["pending", "failed"]), exists(lines));
  const open = await lockOrders(ctx.db.select({ id, userId }).from(orders).where(unpaid).$dynamic());
  await endUnpaidOrders(
    ctx,
    open.map((order) => order.id),
    "run-cancelled",
  );
  await cancelTransfers(ctx, open);
}

/** Orders lock before runs, everywhere. */
async function lockOrdersOf(ctx: Ctx, runId: number): Promise<void> {
  const ofRun = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.runId, runId));
  await lockOrders(ofRun.$dynamic());
}

/**
 * Ends unpaid orders and notifies everyone with a seat or a payment; the refund job refunds payments. For
 * `schedule.cancel`. Throws Unauthenticated, Forbidden, NotFound, Conflict when it is cancelled already.
 */
export async function cancelRun(ctx: Ctx, input: { runId: number; reason?: ChangeReason | null }): Promise<void> {
  requirePermission(ctx, "schedule.cancel");
  const { runId, reason = null } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockOrdersOf(ctx, runId);
    await endOpenOrders(ctx, runId);
    await lockRuns(ctx, [runId]);
    const before = await requireOpenRun(ctx, runId);
    const cancelledAt = ctx.now();
    await audit(ctx, {
      action: "run.cancelled",
      entity: "run",
      entityId: runId,
      after: { cancelledAt: cancelledAt.toISOString(), reason },
    });
    await notifyAttendees(ctx, await changeRun(ctx, "cancelled", before, { cancelledAt }), reason);
    await refundRun(ctx, runId);
  });
  // A transaction that held the lock before may have opened an order; from now on none can.
  await inTransaction(ctx, (ctx) => endOpenOrders(ctx, runId));
}

import { and, eq, exists, inArray } from "drizzle-orm";
import type { ChangeReason } from "#features/orders/seats/run-notices.server.ts";
import { endUnpaidOrders } from "#features/orders/seats/seats.server.ts";
import { lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { refundsOfRun } from "#features/orders/refunds/refund-run.server.ts";
import {
  changeRun,
  requireOnSale,
  requireOpenRun,
  setOnSale,
  type RunWithSessions,
} from "#features/catalogue/schedule/run-changes.server.ts";
import { refundLimitHalalas } from "#features/settings/settings.server.ts";
import { cancelTransfers } from "#features/orders/transfers/transfers.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { queueApprovalMails } from "./approval-mails.server.ts";
import { startFollowing } from "./start.server.ts";
import { runCancellations, type RunCancellation } from "./tables.server.ts";
import { windUpApprovedRun, windUpRun } from "./tasks.server.ts";

export interface Cancelled {
  cancellation: RunCancellation;
  /** Tells everyone and returns the money; null while it waits, and where it concerns no one. */
  taskId: number | null;
}

/** A late payment for them buys nothing. The run is not locked yet. */
export async function endOpenOrders(ctx: Ctx, runId: number): Promise<void> {
  const { id, userId, status } = orders;
  const ofRun = and(eq(orderLines.orderId, id), eq(orderLines.runId, runId));
  const lines = ctx.db.select({ id: orderLines.id }).from(orderLines).where(ofRun);
  const unpaid = and(inArray(status, ["pending", "failed"]), exists(lines));
  const open = await lockOrders(ctx, ctx.db.select({ id, userId }).from(orders).where(unpaid).$dynamic());
  await endUnpaidOrders(
    ctx,
    open.map((order) => order.id),
    "run-cancelled",
  );
  await cancelTransfers(ctx, open);
}

/** Orders lock before runs, everywhere. */
export async function lockOrdersOf(ctx: Ctx, runId: number): Promise<void> {
  const ofRun = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.runId, runId));
  await lockOrders(ctx, ofRun.$dynamic());
}

/** What goes back in all if the run is cancelled, VAT included, in halalas. Its orders are locked. */
export async function amountOf(ctx: Ctx, runId: number): Promise<number> {
  const parts = (await refundsOfRun(ctx, runId)).flatMap(({ parts }) => parts);
  return parts.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0);
}

/** The cancellation of a run that waits for a second person. */
export async function readWaiting(ctx: Ctx, runId: number): Promise<RunCancellation | null> {
  const waits = and(eq(runCancellations.runId, runId), eq(runCancellations.state, "waiting"));
  const [waiting] = await ctx.db.select().from(runCancellations).where(waits);
  return waiting ?? null;
}

/** The cancellation itself, in the open transaction; orders and run are locked, unpaid orders ended. */
export async function applyCancellation(
  ctx: Ctx,
  run: RunWithSessions,
  { reason, state }: RunCancellation,
): Promise<number | null> {
  const cancelledAt = ctx.now();
  await audit(ctx, {
    action: "run.cancelled",
    entity: "run",
    entityId: run.id,
    after: { cancelledAt: cancelledAt.toISOString(), reason },
  });
  const change = await changeRun(ctx, "cancelled", run, { cancelledAt });
  return startFollowing(ctx, state === "approved" ? windUpApprovedRun : windUpRun, change, reason);
}

/** Asked twice is one; another colleague is told that it waits. */
function sameRequest(ctx: Ctx, waiting: RunCancellation): Cancelled {
  if (waiting.askedBy !== requireStaff(ctx).id)
    throw new Conflict(m.schedule_cancellation_waits({}, { locale: ctx.locale }));
  return { cancellation: waiting, taskId: null };
}

/**
 * Cancels a run at once: unpaid orders end, and the task it answers tells everyone with a seat or a payment and returns
 * the money. Above what one person may refund, the run goes off sale and waits for a second person, who gets an email;
 * asked twice is one. For `schedule.cancel` with a fresh sign-in. Throws Unauthenticated, Forbidden,
 * FreshSignInRequired, NotFound, Conflict (cancelled already, a colleague's request waits, ten of the caller's tasks
 * are open).
 */
export async function cancelRun(ctx: Ctx, input: { runId: number; reason?: ChangeReason | null }): Promise<Cancelled> {
  requirePermission(ctx, "schedule.cancel");
  requireFreshSignIn(ctx);
  const { runId, reason = null } = input;
  const cancelled = await inTransaction(ctx, async (ctx) => {
    await lockOrdersOf(ctx, runId);
    const waiting = await readWaiting(ctx, runId);
    if (waiting) return sameRequest(ctx, waiting);
    const amountHalalas = await amountOf(ctx, runId);
    const limitHalalas = await refundLimitHalalas(ctx);
    const isDirect = amountHalalas <= limitHalalas;
    if (isDirect) await endOpenOrders(ctx, runId);
    await lockRuns(ctx, [runId]);
    const run = await requireOpenRun(ctx, runId);
    requireOnSale(ctx, run);
    const staff = requireStaff(ctx);
    const asked = { askedBy: staff.id, askedByName: staff.name, askedAt: ctx.now() };
    const [cancellation] = await ctx.db
      .insert(runCancellations)
      .values({ runId, amountHalalas, reason, state: isDirect ? "direct" : "waiting", ...asked })
      .returning();
    if (!cancellation) throw new Error("A cancellation was not written");
    if (isDirect) return { cancellation, taskId: await applyCancellation(ctx, run, cancellation) };
    await setOnSale(ctx, runId, false);
    await audit(ctx, {
      action: "run.cancellation-requested",
      entity: "run",
      entityId: runId,
      after: { cancellationId: cancellation.id, amountHalalas, limitHalalas, reason },
    });
    await queueApprovalMails(ctx, cancellation, run);
    return { cancellation, taskId: null };
  });
  // A transaction that held the lock before may have opened an order; from now on none can.
  if (cancelled.cancellation.state === "direct") await inTransaction(ctx, (ctx) => endOpenOrders(ctx, runId));
  return cancelled;
}

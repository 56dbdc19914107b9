import { and, count, eq, exists, inArray, min } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import {
  approve,
  newApproval,
  auditApprovalRequest,
  decline,
  mailApprovers,
  withdraw,
  type ApprovalKind,
  type Decision,
} from "#features/changes/approval.server.ts";
import { runCancellations, type RunCancellation } from "#features/changes/approval-tables.server.ts";
import type { ChangeReason } from "#features/seats/run-notices.server.ts";
import { endUnpaidOrders } from "#features/seats/seats.server.ts";
import { lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { advanceWaitlist } from "#features/waitlist/waitlist.server.ts";
import { queueSeatOffers } from "#features/seats/offers.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { readRunRefunds } from "#features/settlement/refunds/refund-run.server.ts";
import {
  changeRun,
  requireNoWaitingCancellation,
  requireUncancelledRun,
  requireRun,
  setOnSale,
  type RunWithSessions,
} from "#features/catalogue/schedule/run-changes.server.ts";
import { refundLimitHalalas } from "#features/settings/settings.server.ts";
import { endTransferPaymentsOfRun } from "#features/settlement/transfers/transfers.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { startFollowUpTask, finishApprovedCancellation, finishCancellation } from "./tasks.server.ts";

export interface Cancelled {
  cancellation: RunCancellation;
  /** Task that notifies everyone and sends the refunds; null while the request waits, and when it concerns no one. */
  taskId: number | null;
}

/**
 * Ends the unpaid orders of a run. A late payment for them buys nothing. Call it before locking the run or in a
 * transaction of its own, because orders are always locked before runs.
 */
async function endOpenOrders(ctx: Ctx, runId: number): Promise<void> {
  const { id, userId, status } = orders;
  const whereRun = and(eq(orderLines.orderId, id), eq(orderLines.runId, runId));
  const lines = ctx.db.select({ id: orderLines.id }).from(orderLines).where(whereRun);
  const unpaid = and(inArray(status, ["pending", "failed"]), exists(lines));
  const open = await lockOrders(ctx, ctx.db.select({ id, userId }).from(orders).where(unpaid).$dynamic());
  await endUnpaidOrders(
    ctx,
    open.map((order) => order.id),
    "run-cancelled",
  );
  await endTransferPaymentsOfRun(ctx, open);
}

/** Locks all orders of a run. Call it before `lockRuns`, because orders are always locked before runs. */
async function lockRunOrders(ctx: Ctx, runId: number): Promise<void> {
  const runOrders = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.runId, runId));
  await lockOrders(ctx, runOrders.$dynamic());
}

/** Sums the refunds that cancelling the run causes, VAT included, in halalas. Callers hold the locks of its orders. */
async function sumRefunds(ctx: Ctx, runId: number): Promise<number> {
  const parts = (await readRunRefunds(ctx, runId)).flatMap(({ parts }) => parts);
  return parts.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0);
}

async function readWaiting(ctx: Ctx, runId: number): Promise<RunCancellation | null> {
  const isWaiting = and(eq(runCancellations.runId, runId), eq(runCancellations.state, "waiting"));
  const [waiting] = await ctx.db.select().from(runCancellations).where(isWaiting);
  return waiting ?? null;
}

/** Cancels a run in the open transaction. Callers hold the locks of orders and run, and have ended unpaid orders. */
async function applyCancellation(
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
  await advanceWaitlist(ctx, run.id);
  return startFollowUpTask(ctx, state === "approved" ? finishApprovedCancellation : finishCancellation, change, reason);
}

const runCancellation: ApprovalKind<RunCancellation> = {
  permission: "schedule.cancel",
  find: async (ctx, id) => {
    const [cancellation] = await ctx.db.select().from(runCancellations).where(eq(runCancellations.id, id));
    return cancellation;
  },
  lock: async (ctx, { runId }, state) => {
    if (state !== "approved") return void (await lockRuns(ctx, [runId]));
    await lockRunOrders(ctx, runId);
    const amountHalalas = await sumRefunds(ctx, runId);
    await endOpenOrders(ctx, runId);
    await lockRuns(ctx, [runId]);
    return amountHalalas;
  },
  save: async (ctx, { id, runId }, decision) => {
    // Also when approved: the run is cancelled in the same transaction, so nobody sees it on sale.
    await setOnSale(ctx, runId, true);
    await queueSeatOffers(ctx, [runId]);
    const isThis = eq(runCancellations.id, id);
    const [decided] = await ctx.db.update(runCancellations).set(decision).where(isThis).returning();
    return decided;
  },
  entry: async (_ctx, { id: cancellationId, runId, reason }, step) => ({
    action: `run.cancellation-${step}`,
    entity: "run",
    entityId: runId,
    after: { cancellationId, ...(step === "requested" && { reason }) },
  }),
  mails: { request: "run-cancel-approval", decision: "run-cancel-decided" },
  mailFacts: async (ctx, { runId, reason }) => {
    const [run] = await ctx.db
      .select({
        course: { name_eng: courses.name_eng, name_ar: courses.name_ar },
        start_date: courseRuns.startDate,
        end_date: courseRuns.endDate,
      })
      .from(courseRuns)
      .innerJoin(courses, eq(courses.id, courseRuns.courseId))
      .where(eq(courseRuns.id, runId));
    if (!run) throw noSuchRecord(ctx);
    return { ...run, reason, path: `runs/${runId}` };
  },
  refusals: {
    notOwn: m.runchanges_not_own,
    onlyOwn: m.runchanges_only_own,
    decidedAlready: m.runchanges_decided_already,
  },
};

/** Requesting twice is one request; for another colleague's request it throws Conflict. */
function sameRequest(ctx: Ctx, waiting: RunCancellation): Cancelled {
  if (waiting.askedBy !== requireStaff(ctx).id)
    throw new Conflict(m.schedule_cancellation_waits({}, { locale: ctx.locale }));
  return { cancellation: waiting, taskId: null };
}

/**
 * Cancels a run: unpaid orders end, and the returned task notifies everyone with a seat or a payment and sends the
 * refunds. If the refunds are above the limit, the run goes off sale and a second person gets an email to approve the
 * cancellation. Requesting twice is one request. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, Conflict
 * (cancelled already, a colleague's request waits, ten of the caller's tasks are open), and whatever `check` throws
 * under the locks.
 */
export async function cancelRun(
  ctx: Ctx,
  input: { runId: number; reason?: ChangeReason | null },
  check?: (ctx: Ctx) => Promise<void>,
): Promise<Cancelled> {
  requirePermission(ctx, cancelRun.permission);
  requireFreshSignIn(ctx);
  const { runId, reason = null } = input;
  const cancelled = await inTransaction(ctx, async (ctx) => {
    await lockRunOrders(ctx, runId);
    const waiting = await readWaiting(ctx, runId);
    if (waiting) return sameRequest(ctx, waiting);
    const amountHalalas = await sumRefunds(ctx, runId);
    const limitHalalas = await refundLimitHalalas(ctx);
    const isDirect = amountHalalas <= limitHalalas;
    if (isDirect) await endOpenOrders(ctx, runId);
    await lockRuns(ctx, [runId]);
    const run = await requireUncancelledRun(ctx, runId);
    // Again, because a colleague may have requested it before the lock.
    requireNoWaitingCancellation(ctx, run);
    await check?.(ctx);
    const [cancellation] = await ctx.db
      .insert(runCancellations)
      .values({ runId, amountHalalas, reason, ...newApproval(ctx, { needsSecondPerson: !isDirect }) })
      .returning();
    if (!cancellation) throw new Error("A cancellation was not written");
    if (isDirect) return { cancellation, taskId: await applyCancellation(ctx, run, cancellation) };
    await setOnSale(ctx, runId, false);
    await auditApprovalRequest(ctx, runCancellation, cancellation, limitHalalas);
    await mailApprovers(ctx, runCancellation, cancellation);
    return { cancellation, taskId: null };
  });
  // A transaction that held the lock before may have opened an order. From now on none can.
  if (cancelled.cancellation.state === "direct") await inTransaction(ctx, (ctx) => endOpenOrders(ctx, runId));
  return cancelled;
}
cancelRun.permission = "schedule.cancel" as const;

/**
 * Approves a waiting cancellation and carries it out. `expectedHalalas` is the amount that the second person saw;
 * another amount is refused. Throws as `approve`, Conflict (another amount).
 */
export async function approveCancellation(
  ctx: Ctx,
  { expectedHalalas, ...decision }: Decision & { expectedHalalas: number },
): Promise<Cancelled> {
  const cancelled = await approve(ctx, runCancellation, decision, async (ctx, cancellation) => {
    const { runId, amountHalalas } = cancellation;
    if (amountHalalas !== expectedHalalas) {
      const amount = isolate(formatSar(decimalFromHalalas(amountHalalas), ctx.locale));
      throw new Conflict(m.runchanges_amount_changed({ amount }, { locale: ctx.locale }));
    }
    return { cancellation, taskId: await applyCancellation(ctx, await requireRun(ctx, runId), cancellation) };
  });
  await inTransaction(ctx, (ctx) => endOpenOrders(ctx, cancelled.cancellation.runId));
  return cancelled;
}
approveCancellation.permission = approve.permission;

/** Declines a waiting cancellation; the run is on sale again. Throws as `decline`. */
export const declineCancellation = (ctx: Ctx, decision: Decision) => decline(ctx, runCancellation, decision);
declineCancellation.permission = decline.permission;

/** Withdraws the caller's own waiting cancellation; the run is on sale again. Throws as `withdraw`. */
export const withdrawCancellation = (ctx: Ctx, { id }: { id: number }) => withdraw(ctx, runCancellation, id);
withdrawCancellation.permission = runCancellation.permission;

/**
 * Counts the cancellations that wait for a second person, and since when the oldest waits. Requires `orders.approve`.
 * Throws Unauthenticated, Forbidden.
 */
export async function countWaitingCancellations(ctx: Ctx): Promise<{ waiting: number; oldestAt: Date | null }> {
  requirePermission(ctx, "orders.approve");
  const { askedAt, state } = runCancellations;
  const [row] = await ctx.db
    .select({ waiting: count(), oldestAt: min(askedAt) })
    .from(runCancellations)
    .where(eq(state, "waiting"));
  return row ?? { waiting: 0, oldestAt: null };
}

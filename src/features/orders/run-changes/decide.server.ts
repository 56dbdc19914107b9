import { eq } from "drizzle-orm";
import { lockRuns } from "#features/orders/locks.server.ts";
import { requireRun, setOnSale, type RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
  type StaffActor,
} from "#platform/context.server.ts";
import { Conflict, Forbidden, FreshSignInRequired } from "#platform/errors.ts";
import { m } from "#messages";
import { queueDecisionMail } from "./approval-mails.server.ts";
import { amountOf, applyCancellation, endOpenOrders, lockOrdersOf, type Cancelled } from "./cancel.server.ts";
import { runCancellations, type RunCancellation } from "./tables.server.ts";

interface Locked {
  cancellation: RunCancellation;
  run: RunWithSessions;
}

async function find(ctx: Ctx, id: number): Promise<RunCancellation> {
  const [found] = await ctx.db.select().from(runCancellations).where(eq(runCancellations.id, id));
  if (!found) throw noSuchRecord(ctx);
  return found;
}

/**
 * Its run is locked, so that a request is decided once: of two who decide together, the second is told that it has
 * been.
 */
async function lockWaiting(ctx: Ctx, id: number, { runId }: RunCancellation): Promise<Locked> {
  await lockRuns(ctx, [runId]);
  const cancellation = await find(ctx, id);
  if (cancellation.state !== "waiting") throw new Conflict(m.runchanges_decided_already({}, { locale: ctx.locale }));
  return { cancellation, run: await requireRun(ctx, runId) };
}

async function finish(
  ctx: Ctx,
  { cancellation, run }: Locked,
  state: "approved" | "declined" | "withdrawn",
  { id: decidedBy, name: decidedByName }: StaffActor,
  { word: said, amountHalalas = cancellation.amountHalalas }: { word?: string | undefined; amountHalalas?: number },
): Promise<RunCancellation> {
  const { id } = cancellation;
  const word = said || null;
  const [decided] = await ctx.db
    .update(runCancellations)
    .set({ state, amountHalalas, decidedBy, decidedByName, decidedAt: ctx.now(), word })
    .where(eq(runCancellations.id, id))
    .returning();
  if (!decided) throw new Error("A cancellation is gone");
  await setOnSale(ctx, run.id, true);
  await audit(ctx, {
    action: `run.cancellation-${state}`,
    entity: "run",
    entityId: run.id,
    before: { state: "waiting" },
    after: { state, cancellationId: id, amountHalalas, ...(word && { word }) },
  });
  if (state !== "withdrawn") await queueDecisionMail(ctx, decided, run);
  return decided;
}

function requireOther(ctx: Ctx, { askedBy }: RunCancellation, staff: StaffActor): void {
  if (staff.id === askedBy) throw new Forbidden(m.runchanges_not_own({}, { locale: ctx.locale }));
}

/**
 * Agrees to a cancellation that waits and carries it out; never one's own. `expectedHalalas` is the sum that the second
 * person saw: another one by now is refused. For `orders.approve` with a second factor proved since it was asked for.
 * Throws Unauthenticated, Forbidden (also one's own), FreshSignInRequired, NotFound, Conflict (decided already, another
 * sum).
 */
export async function approveCancellation(
  ctx: Ctx,
  input: { id: number; word?: string | undefined; expectedHalalas: number },
): Promise<Cancelled> {
  requirePermission(ctx, "orders.approve");
  requireFreshSignIn(ctx);
  const staff = requireStaff(ctx);
  const { id, word, expectedHalalas } = input;
  const cancelled = await inTransaction(ctx, async (ctx) => {
    const found = await find(ctx, id);
    requireOther(ctx, found, staff);
    // A code of their own for this request, not one they gave for something before it.
    if (staff.confirmedAt < found.askedAt)
      throw new FreshSignInRequired(m.platform_fresh_sign_in({}, { locale: ctx.locale }));
    await lockOrdersOf(ctx, found.runId);
    const amountHalalas = await amountOf(ctx, found.runId);
    await endOpenOrders(ctx, found.runId);
    const locked = await lockWaiting(ctx, id, found);
    if (amountHalalas !== expectedHalalas) {
      const amount = decimalFromHalalas(amountHalalas);
      throw new Conflict(m.runchanges_amount_changed({ amount }, { locale: ctx.locale }));
    }
    const cancellation = await finish(ctx, locked, "approved", staff, { word, amountHalalas });
    return { cancellation, taskId: await applyCancellation(ctx, await requireRun(ctx, locked.run.id), cancellation) };
  });
  await inTransaction(ctx, (ctx) => endOpenOrders(ctx, cancelled.cancellation.runId));
  return cancelled;
}

/**
 * Declines a cancellation that waits, and the run is on sale again; never one's own. For `orders.approve`. Throws as
 * `approveCancellation`, but for the fresh sign-in.
 */
export async function declineCancellation(
  ctx: Ctx,
  { id, word }: { id: number; word?: string | undefined },
): Promise<RunCancellation> {
  requirePermission(ctx, "orders.approve");
  const staff = requireStaff(ctx);
  return inTransaction(ctx, async (ctx) => {
    const found = await find(ctx, id);
    requireOther(ctx, found, staff);
    return finish(ctx, await lockWaiting(ctx, id, found), "declined", staff, { word });
  });
}

/**
 * Takes back one's own request while it waits; the run is on sale again. For `schedule.cancel`. Throws Unauthenticated,
 * Forbidden, NotFound, Conflict.
 */
export async function withdrawCancellation(ctx: Ctx, { id }: { id: number }): Promise<RunCancellation> {
  requirePermission(ctx, "schedule.cancel");
  const staff = requireStaff(ctx);
  return inTransaction(ctx, async (ctx) => {
    const found = await find(ctx, id);
    if (staff.id !== found.askedBy) throw new Forbidden(m.runchanges_only_own({}, { locale: ctx.locale }));
    return finish(ctx, await lockWaiting(ctx, id, found), "withdrawn", staff, {});
  });
}

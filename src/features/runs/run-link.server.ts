import { eq } from "drizzle-orm";
import { requireUncancelledRun, type RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { newSeed } from "#platform/signing.server.ts";
import { m } from "#messages";

/** Locks a private run. Throws NotFound, Conflict (cancelled, public). */
async function lockPrivateRun(ctx: Ctx, runId: number): Promise<RunWithSessions> {
  await lockRuns(ctx, [runId]);
  const run = await requireUncancelledRun(ctx, runId);
  if (run.visibility === "public") throw new Conflict(m.schedule_link_public({}, { locale: ctx.locale }));
  return run;
}

/**
 * Gives a private run a new link. The previous link no longer works, and an offer with it ends. Throws NotFound,
 * Conflict (cancelled, public).
 */
export async function renewRunLink(ctx: Ctx, { runId }: { runId: number }): Promise<void> {
  requirePermission(ctx, renewRunLink.permission);
  await inTransaction(ctx, async (ctx) => {
    await lockPrivateRun(ctx, runId);
    await ctx.db.update(courseRuns).set({ linkSeed: newSeed(), quotedUntil: null }).where(eq(courseRuns.id, runId));
    await audit(ctx, { action: "run.link-renewed", entity: "run", entityId: runId });
  });
}
renewRunLink.permission = "schedule.write" as const;

/**
 * Withdraws the link of a private run: nobody can open or buy the run until it has a new link, and an offer ends.
 * Orders and seats stay. Throws NotFound, Conflict (cancelled, public).
 */
export async function withdrawRunLink(ctx: Ctx, { runId }: { runId: number }): Promise<void> {
  requirePermission(ctx, withdrawRunLink.permission);
  await inTransaction(ctx, async (ctx) => {
    const { linkSeed } = await lockPrivateRun(ctx, runId);
    if (linkSeed === null) return;
    await ctx.db.update(courseRuns).set({ linkSeed: null, quotedUntil: null }).where(eq(courseRuns.id, runId));
    await audit(ctx, { action: "run.link-withdrawn", entity: "run", entityId: runId });
  });
}
withdrawRunLink.permission = "schedule.write" as const;

import { eq } from "drizzle-orm";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { courseRuns, courseRunChanges } from "./tables.server.ts";

type RunRow = typeof courseRuns.$inferSelect;

/** A move or a cancellation as it was written down. */
export interface RunChange {
  id: number;
  kind: "moved" | "cancelled";
  before: RunRow;
  now: RunRow;
}

/** A run that has not been cancelled; it is locked. Throws NotFound, Conflict when it has been cancelled. */
export async function requireOpenRun(ctx: Ctx, runId: number): Promise<RunRow> {
  const [run] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
  if (!run) throw new NotFound(m.platform_not_found({}, { locale: ctx.locale }));
  if (run.cancelledAt !== null) throw new Conflict(m.schedule_run_cancelled({}, { locale: ctx.locale }));
  return run;
}

/**
 * Changes a run and writes down how it was, inside the transaction that has locked it. People with seats and money are the
 * caller's to care for (site/schedule).
 */
export async function changeRun(
  ctx: Ctx,
  kind: RunChange["kind"],
  before: RunRow,
  change: Partial<Pick<RunRow, "startDate" | "endDate" | "venueEng" | "venueAr" | "cancelledAt">>,
): Promise<RunChange> {
  const { id: runId, startDate, endDate, venueEng, venueAr } = before;
  await ctx.db.update(courseRuns).set(change).where(eq(courseRuns.id, runId));
  const [made] = await ctx.db
    .insert(courseRunChanges)
    .values({ runId, kind, before: { startDate, endDate, venueEng, venueAr }, changedAt: ctx.now() })
    .returning({ id: courseRunChanges.id });
  if (!made) throw new Error("A change of a run was not written");
  await contentChanged(ctx);
  return { id: made.id, kind, before, now: { ...before, ...change } };
}

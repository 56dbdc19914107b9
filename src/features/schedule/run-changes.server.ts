import { eq, sql } from "drizzle-orm";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { readSessions, writeSessions } from "./sessions.server.ts";
import type { Session } from "./sessions.ts";
import { courseRuns, courseRunChanges } from "./tables.server.ts";

/** Includes joining links: not for output. */
export type RunWithSessions = typeof courseRuns.$inferSelect & { sessions: Session[] };

/** Moved, cancelled, other times on the same dates, or another joining link only. */
export interface RunChange {
  id: number;
  kind: (typeof courseRunChanges.$inferSelect)["kind"];
  before: RunWithSessions;
  now: RunWithSessions;
}

/** Throws NotFound. */
export async function requireRun(ctx: Ctx, runId: number): Promise<RunWithSessions> {
  const [run] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
  if (!run) throw noSuchRecord(ctx);
  return { ...run, sessions: (await readSessions(ctx, [runId])).get(runId) ?? [] };
}

/** A run that is not cancelled; to change it, lock it before. Throws NotFound, Conflict when it is cancelled. */
export async function requireOpenRun(ctx: Ctx, runId: number): Promise<RunWithSessions> {
  const run = await requireRun(ctx, runId);
  if (run.cancelledAt !== null) throw new Conflict(m.schedule_run_cancelled({}, { locale: ctx.locale }));
  return run;
}

type Change = Partial<
  Pick<
    RunWithSessions,
    "startDate" | "endDate" | "days" | "timesConfirmed" | "venueEng" | "venueAr" | "cancelledAt" | "sessions"
  >
>;

/**
 * Part of the open transaction; the run is locked. The caller handles people and money, and keeps days and sessions
 * consistent.
 */
export async function changeRun(
  ctx: Ctx,
  kind: RunChange["kind"],
  before: RunWithSessions,
  { sessions, ...change }: Change,
): Promise<RunChange> {
  const { id: runId, startDate, endDate, venueEng, venueAr, days, timesConfirmed } = before;
  const version = sql`${courseRuns.version} + 1`;
  await ctx.db
    .update(courseRuns)
    .set({ ...change, version })
    .where(eq(courseRuns.id, runId));
  if (sessions) await writeSessions(ctx, runId, sessions);
  const earlier = before.sessions.map(({ startsAt, endsAt }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
  const [made] = await ctx.db
    .insert(courseRunChanges)
    .values({
      runId,
      kind,
      before: { startDate, endDate, venueEng, venueAr, days, timesConfirmed, sessions: earlier },
      changedAt: ctx.now(),
    })
    .returning({ id: courseRunChanges.id });
  if (!made) throw new Error("A change of a run was not written");
  await contentChanged(ctx);
  return {
    id: made.id,
    kind,
    before,
    now: { ...before, ...change, version: before.version + 1, sessions: sessions ?? before.sessions },
  };
}

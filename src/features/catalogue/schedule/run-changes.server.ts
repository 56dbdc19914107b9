import { eq, sql } from "drizzle-orm";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { readSessions, writeSessions } from "./sessions.server.ts";
import type { Session } from "./sessions.ts";
import { courseRuns, courseRunChanges } from "./tables.server.ts";

/** A run with its sessions. Includes joining links, so never send it to a client as a whole. */
export type RunWithSessions = typeof courseRuns.$inferSelect & { sessions: Session[] };

/** A stored change: the run moved, was cancelled, or got other times on the same dates or other joining links. */
export interface RunChange {
  id: number;
  kind: (typeof courseRunChanges.$inferSelect)["kind"];
  before: RunWithSessions;
  now: RunWithSessions;
}

/** Reads a run with its sessions. Throws NotFound. */
export async function requireRun(ctx: Ctx, runId: number): Promise<RunWithSessions> {
  const [run] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
  if (!run) throw noSuchRecord(ctx);
  return { ...run, sessions: (await readSessions(ctx, [runId])).get(runId) ?? [] };
}

/** Reads a run that is not cancelled. To change it, lock it first. Throws NotFound, Conflict (cancelled). */
export async function requireUncancelledRun(ctx: Ctx, runId: number): Promise<RunWithSessions> {
  const run = await requireRun(ctx, runId);
  if (run.cancelledAt !== null) throw new Conflict(m.schedule_run_cancelled({}, { locale: ctx.locale }));
  return run;
}

/**
 * Throws Conflict while the cancellation of a run waits for a second person. Until they decide, the run must not
 * change, because its attendees must not get emails about other changes.
 */
export function requireNoWaitingCancellation(ctx: Ctx, { saleStoppedAt }: RunWithSessions): void {
  if (saleStoppedAt !== null) throw new Conflict(m.schedule_cancellation_waits({}, { locale: ctx.locale }));
}

/** Takes a run off sale, or puts it back on sale, in the open transaction. Callers hold the run lock. */
export async function setOnSale(ctx: Ctx, runId: number, isOnSale: boolean): Promise<void> {
  await ctx.db
    .update(courseRuns)
    .set({ saleStoppedAt: isOnSale ? null : ctx.now(), version: sql`${courseRuns.version} + 1` })
    .where(eq(courseRuns.id, runId));
  await announceContentChange(ctx);
}

/** Reads a change with the run's present state, for the emails that follow it. Throws NotFound. */
export async function readRunChange(ctx: Ctx, id: number): Promise<RunChange> {
  const [change] = await ctx.db.select().from(courseRunChanges).where(eq(courseRunChanges.id, id));
  if (!change) throw noSuchRecord(ctx);
  const run = await requireRun(ctx, change.runId);
  const { sessions = [], ...earlier } = change.before;
  const times = sessions.map(({ startsAt, endsAt }) => ({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    joiningUrl: null,
  }));
  return {
    id,
    kind: change.kind,
    before: { ...run, addressEng: null, addressAr: null, ...earlier, sessions: times },
    now: run,
  };
}

/** The street address of a changed run: the entered one, or else the former one if the venue is the same. */
export function resolveAddress(
  before: Pick<RunWithSessions, "venueEng" | "addressEng" | "addressAr">,
  to: { venueEng: string; addressEng?: string | null | undefined; addressAr?: string | null | undefined },
): Pick<RunWithSessions, "addressEng" | "addressAr"> {
  const isSameVenue = before.venueEng === to.venueEng;
  return {
    addressEng: to.addressEng === undefined ? (isSameVenue ? before.addressEng : null) : to.addressEng,
    addressAr: to.addressAr === undefined ? (isSameVenue ? before.addressAr : null) : to.addressAr,
  };
}

type RunValues = Partial<
  Pick<
    RunWithSessions,
    | "startDate"
    | "endDate"
    | "days"
    | "timesConfirmed"
    | "venueEng"
    | "venueAr"
    | "addressEng"
    | "addressAr"
    | "cancelledAt"
    | "sessions"
  >
>;

/**
 * Changes a run in the open transaction and stores the change. Callers hold the run lock, keep days and sessions
 * consistent, and do what follows: emails, refunds, seats.
 */
export async function changeRun(
  ctx: Ctx,
  kind: RunChange["kind"],
  before: RunWithSessions,
  { sessions, ...change }: RunValues,
): Promise<RunChange> {
  const { id: runId, startDate, endDate, venueEng, venueAr, addressEng, addressAr, days, timesConfirmed } = before;
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
  const [created] = await ctx.db
    .insert(courseRunChanges)
    .values({
      runId,
      kind,
      before: { startDate, endDate, venueEng, venueAr, addressEng, addressAr, days, timesConfirmed, sessions: earlier },
      changedAt: ctx.now(),
    })
    .returning({ id: courseRunChanges.id });
  if (!created) throw new Error("A change of a run was not written");
  await announceContentChange(ctx);
  return {
    id: created.id,
    kind,
    before,
    now: { ...before, ...change, version: before.version + 1, sessions: sessions ?? before.sessions },
  };
}

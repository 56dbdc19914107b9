import { and, eq, inArray, sql } from "drizzle-orm";
import { startOfRiyadhDay } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import type { JoinableSession } from "#i18n/joining-links.ts";
import type { SessionTimes } from "#i18n/session-times.ts";
import type { Ctx } from "#platform/context.server.ts";
import { isForeignKeyViolation } from "#platform/db/sql-errors.server.ts";
import { Conflict, ValidationError, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import {
  normaliseJoiningUrl,
  keepIds,
  maxSessions,
  sessionProblems,
  type Session,
  type SessionProblem,
} from "./sessions.ts";
import { courseRuns, runSessions } from "./tables.server.ts";

const { id, runId, startsAt, endsAt, joiningUrl } = runSessions;

function byRun<Row extends { runId: number }>(rows: readonly Row[]): Map<number, Omit<Row, "runId">[]> {
  const groups = [...Map.groupBy(rows, (row) => row.runId)];
  return new Map(groups.map(([id, ofRun]) => [id, ofRun.map(({ runId: _runId, ...session }) => session)]));
}

const confirmed = (runIds: number[]) => and(inArray(runId, runIds), eq(courseRuns.timesConfirmed, true));
const times = ({ startsAt, endsAt }: Pick<Session, "startsAt" | "endsAt">): SessionTimes => ({
  starts_at: startsAt.toISOString(),
  ends_at: endsAt.toISOString(),
});

/** Lists session times by run, without joining links; none for a run whose times are not confirmed. */
export async function listSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, SessionTimes[]>> {
  const rows = await ctx.db
    .select({ runId, startsAt, endsAt })
    .from(runSessions)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(confirmed(runIds))
    .orderBy(startsAt);
  return byRun(rows.map((row) => ({ runId: row.runId, ...times(row) })));
}

/** The same with joining links, which only people enrolled in the run may see. */
export async function listJoinableSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, JoinableSession[]>> {
  const rows = await ctx.db
    .select({ runId, startsAt, endsAt, joiningUrl })
    .from(runSessions)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(confirmed(runIds))
    .orderBy(startsAt);
  return byRun(rows.map((row) => ({ runId: row.runId, ...times(row), joining_url: row.joiningUrl })));
}

/** Lists stored sessions by run, also unconfirmed ones. Not for output. */
export async function readSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, Session[]>> {
  const rows = await ctx.db
    .select({ id, runId, startsAt, endsAt, joiningUrl })
    .from(runSessions)
    .where(inArray(runId, runIds))
    .orderBy(startsAt);
  return byRun(rows);
}

type RunStart = Pick<typeof courseRuns.$inferSelect, "id" | "startDate" | "timesConfirmed">;

/**
 * When each run's first session begins, until which its seats can be named, claimed and transferred. While times are
 * not confirmed: the start of the first day in Riyadh, even if sessions are stored.
 */
export async function firstSessions(ctx: Ctx, runs: readonly RunStart[]): Promise<Map<number, Date>> {
  const sessions = await readSessions(
    ctx,
    runs.filter(({ timesConfirmed }) => timesConfirmed).map(({ id }) => id),
  );
  return new Map(runs.map(({ id, startDate }) => [id, sessions.get(id)?.[0]?.startsAt ?? startOfRiyadhDay(startDate)]));
}

/** `firstSessions` for one run. */
export async function firstSessionAt(ctx: Ctx, run: RunStart): Promise<Date> {
  return (await firstSessions(ctx, [run])).get(run.id) ?? startOfRiyadhDay(run.startDate);
}

/** Kept sessions are first moved aside by this many days, because they may swap times and must never overlap. */
const asideSql = sql`make_interval(days => 1000000)`;

const isSame = (one: Session, other: Session) =>
  one.startsAt.getTime() === other.startsAt.getTime() &&
  one.endsAt.getTime() === other.endsAt.getTime() &&
  one.joiningUrl === other.joiningUrl;

/**
 * Replaces the sessions of a locked run. Kept sessions keep their ids (`keepIds`). Callers keep the run's days
 * consistent. Throws Conflict when a removed session has attendance.
 */
export async function writeSessions(ctx: Ctx, targetRunId: number, sessions: readonly Session[]): Promise<void> {
  const before = new Map(
    ((await readSessions(ctx, [targetRunId])).get(targetRunId) ?? []).map((session) => [session.id, session]),
  );
  const now = keepIds([...before.values()], sessions);
  const left = new Set(now.map(({ id }) => id));
  const removed = [...before.keys()].flatMap((one) => (one === undefined || left.has(one) ? [] : [one]));
  try {
    if (removed.length > 0) await ctx.db.delete(runSessions).where(inArray(id, removed));
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new Conflict(m.schedule_session_attended({}, { locale: ctx.locale }));
  }
  const changed = now.flatMap((session) => {
    const was = before.get(session.id);
    return session.id !== undefined && was && !isSame(was, session) ? [{ ...session, id: session.id }] : [];
  });
  const ids = changed.map((session) => session.id);
  if (changed.length > 0)
    await ctx.db
      .update(runSessions)
      .set({ startsAt: sql`${startsAt} + ${asideSql}`, endsAt: sql`${endsAt} + ${asideSql}` })
      .where(inArray(id, ids));
  for (const { id: ofSession, ...times } of changed)
    await ctx.db.update(runSessions).set(times).where(eq(id, ofSession));
  const added = now.flatMap(({ id, ...session }) => (id === undefined ? [{ ...session, runId: targetRunId }] : []));
  if (added.length > 0) await ctx.db.insert(runSessions).values(added);
}

function problemText(problem: SessionProblem, locale: Locale): string {
  switch (problem) {
    case "required":
      return m.schedule_session_required({}, { locale });
    case "count":
      return m.schedule_session_count({ max: maxSessions }, { locale });
    case "invalid":
      return m.schedule_session_invalid({}, { locale });
    case "ends-before":
      return m.schedule_session_ends_before({}, { locale });
    case "another-day":
      return m.schedule_session_another_day({}, { locale });
    case "overlap":
      return m.schedule_session_overlap({}, { locale });
    case "onsite":
      return m.schedule_session_onsite({}, { locale });
    case "link":
      return m.schedule_session_link({}, { locale });
  }
}

/** Returns the sessions in order, links normalised. Throws ValidationError, by `sessions.N.field`. */
export function requireSessions(ctx: Ctx, sessions: readonly Session[], delivery: "onsite" | "online"): Session[] {
  const wrong: FieldMap = {};
  for (const { field, problem } of sessionProblems(sessions, delivery))
    wrong[field] ??= [problemText(problem, ctx.locale)];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  return sessions
    .map(({ id, startsAt, endsAt, joiningUrl }) => ({
      id,
      startsAt,
      endsAt,
      joiningUrl: joiningUrl && normaliseJoiningUrl(joiningUrl),
    }))
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

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

function groupByRun<Row extends { runId: number }>(rows: readonly Row[]): Map<number, Omit<Row, "runId">[]> {
  const groups = [...Map.groupBy(rows, (row) => row.runId)];
  return new Map(groups.map(([id, runRows]) => [id, runRows.map(({ runId: _runId, ...session }) => session)]));
}

const isConfirmedSql = (runIds: number[]) => and(inArray(runId, runIds), eq(courseRuns.timesConfirmed, true));
const toSessionTimes = ({ startsAt, endsAt }: Pick<Session, "startsAt" | "endsAt">): SessionTimes => ({
  starts_at: startsAt.toISOString(),
  ends_at: endsAt.toISOString(),
});

/** Lists session times by run, without joining links; none for a run whose times are not confirmed. */
export async function listSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, SessionTimes[]>> {
  const rows = await ctx.db
    .select({ runId, startsAt, endsAt })
    .from(runSessions)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(isConfirmedSql(runIds))
    .orderBy(startsAt);
  return groupByRun(rows.map((row) => ({ runId: row.runId, ...toSessionTimes(row) })));
}

/** Like `listSessions`, with joining links, which only people enrolled in the run may see. */
export async function listJoinableSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, JoinableSession[]>> {
  const rows = await ctx.db
    .select({ runId, startsAt, endsAt, joiningUrl })
    .from(runSessions)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(isConfirmedSql(runIds))
    .orderBy(startsAt);
  return groupByRun(rows.map((row) => ({ runId: row.runId, ...toSessionTimes(row), joining_url: row.joiningUrl })));
}

/** Lists stored sessions by run, also unconfirmed ones, with joining links. Never send them to a client as a whole. */
export async function readSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, Session[]>> {
  const rows = await ctx.db
    .select({ id, runId, startsAt, endsAt, joiningUrl })
    .from(runSessions)
    .where(inArray(runId, runIds))
    .orderBy(startsAt);
  return groupByRun(rows);
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

/** Changed sessions first move this far into the future, because they may swap times and must never overlap. */
const asideSql = sql`make_interval(days => 1000000)`;

const isSame = (a: Session, b: Session) =>
  a.startsAt.getTime() === b.startsAt.getTime() &&
  a.endsAt.getTime() === b.endsAt.getTime() &&
  a.joiningUrl === b.joiningUrl;

/**
 * Replaces the sessions of a locked run. Kept sessions keep their ids (`keepIds`). Callers keep the run's days
 * consistent. Throws Conflict when a removed session has attendance.
 */
export async function writeSessions(ctx: Ctx, targetRunId: number, sessions: readonly Session[]): Promise<void> {
  const before = new Map(
    ((await readSessions(ctx, [targetRunId])).get(targetRunId) ?? []).map((session) => [session.id, session]),
  );
  const after = keepIds([...before.values()], sessions);
  const keptIds = new Set(after.map(({ id }) => id));
  const removed = [...before.keys()].flatMap((key) => (key === undefined || keptIds.has(key) ? [] : [key]));
  try {
    if (removed.length > 0) await ctx.db.delete(runSessions).where(inArray(id, removed));
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new Conflict(m.schedule_session_attended({}, { locale: ctx.locale }));
  }
  const changed = after.flatMap((session) => {
    const former = before.get(session.id);
    return session.id !== undefined && former && !isSame(former, session) ? [{ ...session, id: session.id }] : [];
  });
  const ids = changed.map((session) => session.id);
  if (changed.length > 0)
    await ctx.db
      .update(runSessions)
      .set({ startsAt: sql`${startsAt} + ${asideSql}`, endsAt: sql`${endsAt} + ${asideSql}` })
      .where(inArray(id, ids));
  for (const { id: sessionId, ...times } of changed)
    await ctx.db.update(runSessions).set(times).where(eq(id, sessionId));
  const added = after.flatMap(({ id, ...session }) => (id === undefined ? [{ ...session, runId: targetRunId }] : []));
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

/** Returns the sessions by start, with normalised links. Throws ValidationError with keys `sessions.N.field`. */
export function requireSessions(ctx: Ctx, sessions: readonly Session[], delivery: "onsite" | "online"): Session[] {
  const errors: FieldMap = {};
  for (const { field, problem } of sessionProblems(sessions, delivery))
    errors[field] ??= [problemText(problem, ctx.locale)];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return sessions
    .map(({ id, startsAt, endsAt, joiningUrl }) => ({
      id,
      startsAt,
      endsAt,
      joiningUrl: joiningUrl && normaliseJoiningUrl(joiningUrl),
    }))
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

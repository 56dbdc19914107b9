import { and, eq, inArray } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import type { JoinableSession } from "#i18n/joining-links.ts";
import type { SessionTimes } from "#i18n/session-times.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { joiningUrlOf, maxSessions, sessionProblems, type Session, type SessionProblem } from "./sessions.ts";
import { courseRuns, runSessions } from "./tables.server.ts";

const { runId, startsAt, endsAt, joiningUrl } = runSessions;

function byRun<Row extends { runId: number }>(rows: readonly Row[]): Map<number, Omit<Row, "runId">[]> {
  const groups = [...Map.groupBy(rows, (row) => row.runId)];
  return new Map(groups.map(([id, ofRun]) => [id, ofRun.map(({ runId: _runId, ...session }) => session)]));
}

const confirmed = (runIds: number[]) => and(inArray(runId, runIds), eq(courseRuns.timesConfirmed, true));
const times = ({ startsAt, endsAt }: Pick<Session, "startsAt" | "endsAt">): SessionTimes => ({
  starts_at: startsAt.toISOString(),
  ends_at: endsAt.toISOString(),
});

/** Session times by run, without joining links; none of a run whose times are not confirmed. */
export async function listSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, SessionTimes[]>> {
  const rows = await ctx.db
    .select({ runId, startsAt, endsAt })
    .from(runSessions)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(confirmed(runIds))
    .orderBy(startsAt);
  return byRun(rows.map((row) => ({ runId: row.runId, ...times(row) })));
}

/** The same with joining links, which only those enrolled in the run may see. */
export async function listJoinableSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, JoinableSession[]>> {
  const rows = await ctx.db
    .select({ runId, startsAt, endsAt, joiningUrl })
    .from(runSessions)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(confirmed(runIds))
    .orderBy(startsAt);
  return byRun(rows.map((row) => ({ runId: row.runId, ...times(row), joining_url: row.joiningUrl })));
}

/** Sessions as stored, also unconfirmed ones, by run. Not for output. */
export async function readSessions(ctx: Ctx, runIds: number[]): Promise<Map<number, Session[]>> {
  const rows = await ctx.db
    .select({ runId, startsAt, endsAt, joiningUrl })
    .from(runSessions)
    .where(inArray(runId, runIds))
    .orderBy(startsAt);
  return byRun(rows);
}

/** Replaces the sessions of a locked run. The caller keeps its days consistent. */
export async function writeSessions(ctx: Ctx, ofRun: number, sessions: readonly Session[]): Promise<void> {
  await ctx.db.delete(runSessions).where(eq(runId, ofRun));
  await ctx.db.insert(runSessions).values(sessions.map((session) => ({ ...session, runId: ofRun })));
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
export function requireSessions(ctx: Ctx, given: readonly Session[], delivery: "onsite" | "online"): Session[] {
  const wrong: FieldMap = {};
  for (const { field, problem } of sessionProblems(given, delivery))
    wrong[field] ??= [problemText(problem, ctx.locale)];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  return given
    .map(({ startsAt, endsAt, joiningUrl }) => ({
      startsAt,
      endsAt,
      joiningUrl: joiningUrl && joiningUrlOf(joiningUrl),
    }))
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

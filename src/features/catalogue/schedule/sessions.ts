/** Rules for the sessions of a run. Without I/O. */
import { isPlainWebAddress } from "#platform/web-address.ts";
import { riyadhDate, riyadhInstant, startOfRiyadhDay } from "#i18n/dates.ts";
import { teachingDays, type RunSpan } from "./teaching-days.ts";

/** A session of a run, on one day in Riyadh. */
export interface Session {
  /** Set when the session is stored. */
  id?: number | undefined;
  startsAt: Date;
  endsAt: Date;
  /** Joining link, for enrolled people only; null on-site and while it is not known. */
  joiningUrl: string | null;
}

export interface RunDays extends RunSpan {
  timesConfirmed: boolean;
}

export type SessionProblem =
  | "required"
  | "count"
  | "invalid"
  | "ends-before"
  | "another-day"
  | "overlap"
  | "onsite"
  | "link";

export const maxSessions = 100;
const maxUrlLength = 2000;

export const toSessionDates = (sessions: readonly Pick<Session, "startsAt">[]): string[] =>
  [...new Set(sessions.map(({ startsAt }) => riyadhDate(startsAt)))].toSorted();

/** Needs at least one session. */
export function toRunSpan(sessions: readonly Session[]): RunSpan {
  const dates = toSessionDates(sessions);
  const [startDate = ""] = dates;
  return { startDate, endDate: dates.at(-1) ?? "", days: dates.length };
}

/** Placeholder sessions until times are confirmed; each ends a minute before midnight. */
export const wholeDaySessions = (run: RunSpan): Session[] =>
  teachingDays(run).known.map(({ date }) => ({
    startsAt: startOfRiyadhDay(date),
    endsAt: riyadhInstant(date, "23:59"),
    joiningUrl: null,
  }));

/** Normalises a link for storage; null unless it is https without a password. */
export function normaliseJoiningUrl(text: string): string | null {
  const address = text.trim();
  return address.length <= maxUrlLength && isPlainWebAddress(address, ["https:"]) ? new URL(address).href : null;
}

function findProblems({ startsAt, endsAt, joiningUrl }: Session, delivery: "onsite" | "online") {
  const problems: { field: "startsAt" | "endsAt" | "joiningUrl"; problem: SessionProblem }[] = [];
  const [begins, ends] = [!Number.isNaN(startsAt.getTime()), !Number.isNaN(endsAt.getTime())];
  if (!begins) problems.push({ field: "startsAt", problem: "invalid" });
  if (!ends) problems.push({ field: "endsAt", problem: "invalid" });
  if (begins && ends && endsAt <= startsAt) problems.push({ field: "endsAt", problem: "ends-before" });
  else if (begins && ends && riyadhDate(startsAt) !== riyadhDate(endsAt))
    problems.push({ field: "endsAt", problem: "another-day" });
  if (joiningUrl !== null && delivery === "onsite") problems.push({ field: "joiningUrl", problem: "onsite" });
  else if (joiningUrl !== null && normaliseJoiningUrl(joiningUrl) === null)
    problems.push({ field: "joiningUrl", problem: "link" });
  return problems;
}

export function sessionProblems(
  sessions: readonly Session[],
  delivery: "onsite" | "online",
): { field: string; problem: SessionProblem }[] {
  if (sessions.length === 0) return [{ field: "sessions", problem: "required" }];
  if (sessions.length > maxSessions) return [{ field: "sessions", problem: "count" }];
  return sessions.flatMap((session, index) => {
    const problems = findProblems(session, delivery);
    const overlaps = sessions.some(
      (other, otherIndex) => otherIndex < index && other.startsAt < session.endsAt && session.startsAt < other.endsAt,
    );
    if (overlaps && problems.length === 0) problems.push({ field: "startsAt", problem: "overlap" });
    return problems.map(({ field, problem }) => ({ field: `sessions.${index}.${field}`, problem }));
  });
}

const getSpanMs = ({ startDate, endDate }: Pick<RunSpan, "startDate" | "endDate">) =>
  Date.parse(endDate) - Date.parse(startDate);

/**
 * Moves sessions to other dates. If the span keeps its length, they keep times and links; otherwise times become
 * unconfirmed.
 */
export function movedSessions(
  run: RunDays,
  sessions: readonly Session[],
  to: { startDate: string; endDate: string },
): { days: number; timesConfirmed: boolean; sessions: Session[] } {
  if (getSpanMs(run) === getSpanMs(to)) {
    // Riyadh has no daylight saving time, so all days have the same length.
    const shiftMs = Date.parse(to.startDate) - Date.parse(run.startDate);
    const shift = (instant: Date) => new Date(instant.getTime() + shiftMs);
    return {
      days: run.days,
      timesConfirmed: run.timesConfirmed,
      sessions: sessions.map(({ id, startsAt, endsAt, joiningUrl }) => ({
        id,
        startsAt: shift(startsAt),
        endsAt: shift(endsAt),
        joiningUrl,
      })),
    };
  }
  const span = { ...to, days: run.days };
  const { known, isComplete } = teachingDays(span);
  // Sessions keep their ids, because they move and are not replaced.
  const moved = wholeDaySessions(span).map((session, index) => ({ ...session, id: sessions[index]?.id }));
  return { days: isComplete ? known.length : run.days, timesConfirmed: false, sessions: moved };
}

/**
 * Gives sessions the ids of former ones, because attendance refers to them. A session matches by its id, or, when no
 * session has a known id, by its start. Others are new, so that attendance of one day does not move to another day.
 */
export function keepIds(before: readonly Session[], sessions: readonly Session[]): Session[] {
  const unmatched = new Map(before.map((session) => [session.id, session]));
  const take = (session: Session, existing: Session | undefined): Session => {
    if (existing) unmatched.delete(existing.id);
    return { ...session, id: existing?.id };
  };
  if (sessions.some(({ id }) => id !== undefined && unmatched.has(id)))
    return sessions.map((session) => take(session, session.id === undefined ? undefined : unmatched.get(session.id)));
  const getStart = ({ startsAt }: Session) => startsAt.getTime();
  const byStart = new Map(before.map((session) => [getStart(session), session]));
  return sessions.map((session) => take(session, byStart.get(getStart(session))));
}

const joinTimes = (sessions: readonly Session[]) =>
  sessions.map(({ startsAt, endsAt }) => `${startsAt.toISOString()} ${endsAt.toISOString()}`).join();
const joinLinks = (sessions: readonly Session[]) => sessions.map(({ joiningUrl }) => joiningUrl ?? "").join();

/** The kind of change that people are notified of; null when nothing has changed. */
export function classifySessionChange(
  before: RunDays & { sessions: readonly Session[] },
  now: RunDays & { sessions: readonly Session[] },
): "moved" | "times" | "link" | null {
  if (before.startDate !== now.startDate || before.endDate !== now.endDate) return "moved";
  if (before.timesConfirmed !== now.timesConfirmed || joinTimes(before.sessions) !== joinTimes(now.sessions))
    return "times";
  return joinLinks(before.sessions) === joinLinks(now.sessions) ? null : "link";
}

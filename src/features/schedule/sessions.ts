/** Sessions of a run: rules without I/O. */
import { riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { teachingDays, type RunSpan } from "./teaching-days.ts";

/** When a run is taught, on one day in Riyadh. */
export interface Session {
  startsAt: Date;
  endsAt: Date;
  /** Where an online session is joined; null while it is not known, and on-site. For the enrolled only. */
  joiningUrl: string | null;
}

/** What of a run follows from its sessions. */
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

/** The dates on which sessions are taught, each once, in order. */
export const datesOf = (sessions: readonly Pick<Session, "startsAt">[]): string[] =>
  [...new Set(sessions.map(({ startsAt }) => riyadhDate(startsAt)))].toSorted();

/** First and last day and number of days of a run with these sessions, of which there is at least one. */
export function daysOfSessions(sessions: readonly Session[]): RunSpan {
  const dates = datesOf(sessions);
  const [startDate = ""] = dates;
  return { startDate, endDate: dates.at(-1) ?? "", days: dates.length };
}

/** Sessions of the days that are known, while no times are: whole days, to the minute before midnight. */
export const wholeDaySessions = (run: RunSpan): Session[] =>
  teachingDays(run).known.map(({ date }) => ({
    startsAt: riyadhInstant(date, "00:00"),
    endsAt: riyadhInstant(date, "23:59"),
    joiningUrl: null,
  }));

/** The address of an online room as it is stored; null when it is none: https, no password in it. */
export function joiningUrlOf(text: string): string | null {
  const url = text.length <= maxUrlLength ? URL.parse(text.trim()) : null;
  return url?.protocol === "https:" && !url.username && !url.password ? url.href : null;
}

function problemsOf({ startsAt, endsAt, joiningUrl }: Session, delivery: "onsite" | "online") {
  const problems: { field: "starts_at" | "ends_at" | "joining_url"; problem: SessionProblem }[] = [];
  const [begins, ends] = [!Number.isNaN(startsAt.getTime()), !Number.isNaN(endsAt.getTime())];
  if (!begins) problems.push({ field: "starts_at", problem: "invalid" });
  if (!ends) problems.push({ field: "ends_at", problem: "invalid" });
  if (begins && ends && endsAt <= startsAt) problems.push({ field: "ends_at", problem: "ends-before" });
  else if (begins && ends && riyadhDate(startsAt) !== riyadhDate(endsAt))
    problems.push({ field: "ends_at", problem: "another-day" });
  if (joiningUrl !== null && delivery === "onsite") problems.push({ field: "joining_url", problem: "onsite" });
  else if (joiningUrl !== null && joiningUrlOf(joiningUrl) === null)
    problems.push({ field: "joining_url", problem: "link" });
  return problems;
}

/** What is wrong with the sessions of a run, by field. */
export function sessionProblems(
  sessions: readonly Session[],
  delivery: "onsite" | "online",
): { field: string; problem: SessionProblem }[] {
  if (sessions.length === 0) return [{ field: "sessions", problem: "required" }];
  if (sessions.length > maxSessions) return [{ field: "sessions", problem: "count" }];
  return sessions.flatMap((session, at) => {
    const own = problemsOf(session, delivery);
    const overlaps = sessions.some(
      (other, before) => before < at && other.startsAt < session.endsAt && session.startsAt < other.endsAt,
    );
    if (overlaps && own.length === 0) own.push({ field: "starts_at", problem: "overlap" });
    return own.map(({ field, problem }) => ({ field: `sessions.${at}.${field}`, problem }));
  });
}

const spanOf = ({ startDate, endDate }: Pick<RunSpan, "startDate" | "endDate">) =>
  Date.parse(endDate) - Date.parse(startDate);

/**
 * A run on other dates: over as many days, its sessions keep their times and links; else only the days that follow from the dates are
 * known, and times have to be confirmed anew.
 */
export function movedSessions(
  run: RunDays,
  sessions: readonly Session[],
  to: { startDate: string; endDate: string },
): { days: number; timesConfirmed: boolean; sessions: Session[] } {
  if (spanOf(run) === spanOf(to)) {
    // Riyadh has no summer time, so a day is always as long.
    const shiftMs = Date.parse(to.startDate) - Date.parse(run.startDate);
    const moved = (instant: Date) => new Date(instant.getTime() + shiftMs);
    return {
      days: run.days,
      timesConfirmed: run.timesConfirmed,
      sessions: sessions.map(({ startsAt, endsAt, joiningUrl }) => ({
        startsAt: moved(startsAt),
        endsAt: moved(endsAt),
        joiningUrl,
      })),
    };
  }
  const span = { ...to, days: run.days };
  const { known, isComplete } = teachingDays(span);
  return { days: isComplete ? known.length : run.days, timesConfirmed: false, sessions: wholeDaySessions(span) };
}

const instants = (sessions: readonly Session[]) =>
  sessions.map(({ startsAt, endsAt }) => `${startsAt.toISOString()} ${endsAt.toISOString()}`).join();
const links = (sessions: readonly Session[]) => sessions.map(({ joiningUrl }) => joiningUrl ?? "").join();

/** What people hear when a run gets other sessions; null when nothing is different. */
export function changeOfSessions(
  before: RunDays & { sessions: readonly Session[] },
  now: RunDays & { sessions: readonly Session[] },
): "moved" | "times" | "link" | null {
  if (before.startDate !== now.startDate || before.endDate !== now.endDate) return "moved";
  if (before.timesConfirmed !== now.timesConfirmed || instants(before.sessions) !== instants(now.sessions))
    return "times";
  return links(before.sessions) === links(now.sessions) ? null : "link";
}

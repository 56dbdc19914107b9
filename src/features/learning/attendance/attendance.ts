/** Rules of attendance, without I/O. */
import { dayMs, riyadhDate } from "#i18n/dates.ts";

export const markStates = ["present", "late", "absent", "excused"] as const;
export type MarkState = (typeof markStates)[number];

/** How attendance was recorded: by a check-in at the door, manually in the list, or from a file of participants. */
export const markWays = ["door", "list", "import"] as const;
export type MarkWay = (typeof markWays)[number];

export interface Mark {
  sessionId: number;
  state: MarkState;
  /** Set for `late` only. */
  lateMinutes: number | null;
}

/**
 * Whether someone attended every session and was never later than the run allows, which earns the hours (SCFHS). False
 * while a session is not marked, and for a run without sessions.
 */
export function isFullAttendance(
  sessionIds: readonly number[],
  marks: readonly Mark[],
  lateMinutesAllowed: number,
): boolean {
  return sessionIds.length > 0 && listMissedSessions(sessionIds, marks, lateMinutesAllowed).length === 0;
}

/** A session that prevents full attendance. */
export interface MissedSession {
  /** Number of the session in its run, from 1. */
  session: number;
  /** Null when the session is not marked. */
  state: Exclude<MarkState, "present"> | null;
  lateMinutes: number | null;
}

/** Lists the sessions that prevent full attendance, in order. */
export function listMissedSessions(
  sessionIds: readonly number[],
  marks: readonly Mark[],
  lateMinutesAllowed: number,
): MissedSession[] {
  const bySession = new Map(marks.map((mark) => [mark.sessionId, mark]));
  return sessionIds.flatMap((id, index) => {
    const { state = null, lateMinutes = null } = bySession.get(id) ?? {};
    if (state === "present" || (state === "late" && (lateMinutes ?? Infinity) <= lateMinutesAllowed)) return [];
    return [{ session: index + 1, state, lateMinutes }];
  });
}

export const opensMinutesBefore = 60;

/** When marking of a session opens, by the server's clock. */
export const getOpeningTime = (startsAt: Date): Date => new Date(startsAt.getTime() - opensMinutesBefore * 60_000);

const daysWithoutReason = 7;

/** Whether a change needs a reason because the session ended more than seven days ago. */
export const needsReason = (endsAt: Date, now: Date): boolean =>
  now.getTime() - endsAt.getTime() > daysWithoutReason * dayMs;

/** Whether check-in to a session is open: from one hour before it to the end of its day in Riyadh. */
export const isDoorOpen = (startsAt: Date, at: Date): boolean =>
  getOpeningTime(startsAt) <= at && (at <= startsAt || riyadhDate(startsAt) === riyadhDate(at));

/**
 * The mark of a check-in at `at`: `late` by the whole minutes since the start, else `present`. Always `present` while
 * the times of the run are not confirmed.
 */
export function getArrivalMark(startsAt: Date, timesConfirmed: boolean, at: Date): Pick<Mark, "state" | "lateMinutes"> {
  const minutes = Math.floor((at.getTime() - startsAt.getTime()) / 60_000);
  return timesConfirmed && minutes > 0
    ? { state: "late", lateMinutes: minutes }
    : { state: "present", lateMinutes: null };
}

/** Maximum hours that a check-in may wait on a phone without a connection. */
export const maxHoursWaiting = 48;

/**
 * Calculates when a check-in happened by our clock. The phone sends when it happened and when it was sent, both by its
 * own clock, which may be wrong by any amount. Null when the two times are impossible or too far apart.
 */
export function getCheckInTime(sent: { at: Date; sentAt: Date }, now: Date): Date | null {
  const waitedMs = sent.sentAt.getTime() - sent.at.getTime();
  if (!(waitedMs >= 0 && waitedMs <= maxHoursWaiting * 3_600_000)) return null;
  return new Date(now.getTime() - waitedMs);
}

/** Reads the token of a ticket's address in a QR code; null for any other address. */
export function parseTicketToken(scanned: string): string | null {
  return /^https?:\/\/[^/\s]+(?:\/ar)?\/ticket\/([\w-]{27})\/?$/.exec(scanned.trim())?.[1] ?? null;
}

/** Results of a check-in at the door. Only `in` changes anything. */
export const doorAnswers = [
  "in",
  "already-in",
  "other-run",
  "not-today",
  "not-paid",
  "cancelled",
  "unknown",
  "undone",
] as const;
export type DoorAnswer = (typeof doorAnswers)[number];

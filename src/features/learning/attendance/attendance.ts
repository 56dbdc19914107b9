/** Rules without I/O. */
import { dayMs, riyadhDate } from "#i18n/dates.ts";

export const markStates = ["present", "late", "absent", "excused"] as const;
export type MarkState = (typeof markStates)[number];

/** How attendance was recorded: at the door, by hand in the list, or from a file of participants. */
export const markWays = ["door", "list", "import"] as const;
export type MarkWay = (typeof markWays)[number];

export interface Mark {
  sessionId: number;
  state: MarkState;
  /** Of `late` only. */
  lateMinutes: number | null;
}

/**
 * Whether every session was attended, or late by no more than the run allows: this earns the hours (SCFHS). False while
 * a session is not marked, and for a run without sessions.
 */
export function isFullAttendance(
  sessionIds: readonly number[],
  marks: readonly Mark[],
  lateMinutesAllowed: number,
): boolean {
  return sessionIds.length > 0 && missedSessions(sessionIds, marks, lateMinutesAllowed).length === 0;
}

/** A session that does not count, by its number from 1; null: not marked. */
export interface MissedSession {
  session: number;
  state: Exclude<MarkState, "present"> | null;
  lateMinutes: number | null;
}

/** Lists the sessions that prevent full attendance, in order. */
export function missedSessions(
  sessionIds: readonly number[],
  marks: readonly Mark[],
  lateMinutesAllowed: number,
): MissedSession[] {
  const bySession = new Map(marks.map((mark) => [mark.sessionId, mark]));
  return sessionIds.flatMap((id, at) => {
    const { state = null, lateMinutes = null } = bySession.get(id) ?? {};
    if (state === "present" || (state === "late" && (lateMinutes ?? Infinity) <= lateMinutesAllowed)) return [];
    return [{ session: at + 1, state, lateMinutes }];
  });
}

export const opensMinutesBefore = 60;

/** When a session can be marked, by the server's clock. */
export const opensAt = (startsAt: Date): Date => new Date(startsAt.getTime() - opensMinutesBefore * 60_000);

const daysWithoutReason = 7;

/** Whether a change now is so late that it needs a reason. */
export const needsReason = (endsAt: Date, now: Date): boolean =>
  now.getTime() - endsAt.getTime() > daysWithoutReason * dayMs;

/** The door of a session is open from an hour before it to the end of its day in Riyadh. */
export const isDoorOpen = (startsAt: Date, at: Date): boolean =>
  opensAt(startsAt) <= at && (at <= startsAt || riyadhDate(startsAt) === riyadhDate(at));

/** Whole minutes by which a check-in after the start is late; 0 while times are not known. */
export function arrival(startsAt: Date, timesConfirmed: boolean, at: Date): Pick<Mark, "state" | "lateMinutes"> {
  const minutes = Math.floor((at.getTime() - startsAt.getTime()) / 60_000);
  return timesConfirmed && minutes > 0
    ? { state: "late", lateMinutes: minutes }
    : { state: "present", lateMinutes: null };
}

/** How long a check-in may wait on a phone without a connection. */
export const maxHoursWaiting = 48;

/**
 * Calculates when a check-in happened by our clock. The phone sends when it happened and when it was sent, both by its
 * own clock, which may be wrong by any amount. Null when that is impossible.
 */
export function getCheckInTime(sent: { at: Date; sentAt: Date }, now: Date): Date | null {
  const waited = sent.sentAt.getTime() - sent.at.getTime();
  if (!(waited >= 0 && waited <= maxHoursWaiting * 3_600_000)) return null;
  return new Date(now.getTime() - waited);
}

/** Reads the token of a ticket's address in a QR code; null for any other address. */
export function parseTicketToken(scanned: string): string | null {
  return /^https?:\/\/[^/\s]+(?:\/ar)?\/ticket\/([\w-]{27})\/?$/.exec(scanned.trim())?.[1] ?? null;
}

/** Results at the door. Only `in` changes anything. */
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

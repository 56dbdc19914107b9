/** Rules without I/O. */
import { dayMs, riyadhDate } from "#i18n/dates.ts";

export const markStates = ["present", "late", "absent", "excused"] as const;
export type MarkState = (typeof markStates)[number];

/** By a check-in at the door, by hand in the list, from a file of participants. */
export const markWays = ["door", "list", "import"] as const;
export type MarkWay = (typeof markWays)[number];

export interface Mark {
  sessionId: number;
  state: MarkState;
  /** Of `late` only. */
  lateMinutes: number | null;
}

/**
 * Every session attended, or late by no more than the run allows: what earns the hours (SCFHS). False while a session
 * is not marked, and for a run without sessions.
 */
export function isFullAttendance(
  sessionIds: readonly number[],
  marks: readonly Mark[],
  lateMinutesAllowed: number,
): boolean {
  return sessionIds.length > 0 && missedSessions(sessionIds, marks, lateMinutesAllowed).length === 0;
}

/** A session that does not count, from 1 on in their order; null: not marked. */
export interface MissedSession {
  session: number;
  state: Exclude<MarkState, "present"> | null;
  lateMinutes: number | null;
}

/** Sessions that stand against full attendance, in their order. */
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

/** From when on a session may be marked, by the server's clock. */
export const opensAt = (startsAt: Date): Date => new Date(startsAt.getTime() - opensMinutesBefore * 60_000);

const daysWithoutReason = 7;

/** Whether a change now is so late that it asks for a reason. */
export const needsReason = (endsAt: Date, now: Date): boolean =>
  now.getTime() - endsAt.getTime() > daysWithoutReason * dayMs;

/** A door is open for a session from an hour before it to the end of its day in Riyadh. */
export const isDoorOpen = (startsAt: Date, at: Date): boolean =>
  opensAt(startsAt) <= at && (at <= startsAt || riyadhDate(startsAt) === riyadhDate(at));

/** Who checks in after the start is late by so many whole minutes; without times no one is. */
export function arrival(startsAt: Date, timesConfirmed: boolean, at: Date): Pick<Mark, "state" | "lateMinutes"> {
  const minutes = Math.floor((at.getTime() - startsAt.getTime()) / 60_000);
  return timesConfirmed && minutes > 0
    ? { state: "late", lateMinutes: minutes }
    : { state: "present", lateMinutes: null };
}

/** For so long a check-in may wait on a phone without a connection. */
export const maxHoursWaiting = 48;

/**
 * When a check-in happened, by our clock: the phone says when it happened and when it is sent, both by its own clock,
 * which may be wrong by any time. Null when that cannot be.
 */
export function getCheckInTime(sent: { at: Date; sentAt: Date }, now: Date): Date | null {
  const waited = sent.sentAt.getTime() - sent.at.getTime();
  if (!(waited >= 0 && waited <= maxHoursWaiting * 3_600_000)) return null;
  return new Date(now.getTime() - waited);
}

/** The token of a ticket's address, as its QR code holds it; null for an address of something else. */
export function parseTicketToken(scanned: string): string | null {
  return /^https?:\/\/[^/\s]+(?:\/ar)?\/ticket\/([\w-]{27})\/?$/.exec(scanned.trim())?.[1] ?? null;
}

/** What the door says. Only `in` changes anything. */
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

/** Rules without I/O. */
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
  const counts = ({ state, lateMinutes }: Mark) =>
    state === "present" || (state === "late" && (lateMinutes ?? Infinity) <= lateMinutesAllowed);
  const attended = new Set(marks.filter(counts).map(({ sessionId }) => sessionId));
  return sessionIds.length > 0 && sessionIds.every((id) => attended.has(id));
}

export const opensMinutesBefore = 60;

/** From when on a session may be marked, by the server's clock. */
export const opensAt = (startsAt: Date): Date => new Date(startsAt.getTime() - opensMinutesBefore * 60_000);

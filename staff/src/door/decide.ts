/** How the door decides about a ticket without a connection. No I/O. */
import { normaliseCode } from "../../../src/i18n/input-text.ts";
import { isDoorOpen, parseTicketToken, type DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import type { DoorList, DoorRow, StoredCheckIn } from "./door-store.ts";
import { normalizeText } from "../parts/search-text.ts";

/** The hash by which the list identifies a ticket, or null if the scanned code is no ticket. */
export async function hashTicket(scanned: string): Promise<string | null> {
  const token = parseTicketToken(scanned);
  if (token === null) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 32);
}

/** Finds a person by their scanned ticket, or by the code that is printed under it. */
export async function findScannedRow(list: DoorList, scanned: string): Promise<DoorRow | undefined> {
  const hash = await hashTicket(scanned);
  const code = normaliseCode(scanned);
  return list.rows.find((row) => (hash !== null && row.ticketHash === hash) || normaliseCode(row.code) === code);
}

export const findMark = (row: DoorRow, sessionId: number) => row.marks.find((mark) => mark.sessionId === sessionId);

/** Whether a person has already checked in to a session. */
export function isCheckedIn(row: DoorRow, sessionId: number): boolean {
  const state = findMark(row, sessionId)?.state;
  return state === "present" || state === "late";
}

/**
 * Returns the list with the check-ins and undos that the server has not confirmed yet. All check-ins were made by the
 * person named `checkedInBy`.
 */
export function applyCheckIns(list: DoorList, checkIns: readonly StoredCheckIn[], checkedInBy: string): DoorList {
  const checkInsByRow = Map.groupBy(
    checkIns.filter(({ refusal }) => refusal === null),
    ({ enrolmentId }) => enrolmentId,
  );
  const rows = list.rows.map((row) =>
    (checkInsByRow.get(row.id) ?? []).reduce((row, { input, answer, isUndone }) => {
      const otherMarks = row.marks.filter(({ sessionId }) => sessionId !== input.sessionId);
      if (isUndone) return { ...row, marks: otherMarks };
      if (answer !== "in" || isCheckedIn(row, input.sessionId)) return row;
      const mark = {
        sessionId: input.sessionId,
        state: "present" as const,
        lateMinutes: null,
        attendedMinutes: null,
        way: "door" as const,
        markedAt: input.at,
        markedBy: checkedInBy,
      };
      return { ...row, marks: [...otherMarks, mark] };
    }, row),
  );
  return { ...list, rows };
}

/**
 * Decides by the list alone; the server decides again later. A ticket that is `unknown` here may belong to another run.
 */
export function decideOffline(list: DoorList, row: DoorRow | undefined, sessionId: number, at: Date): DoorAnswer {
  const session = list.sessions.find(({ id }) => id === sessionId);
  if (!row || !session) return "unknown";
  if (row.refusal === "cancelled") return "cancelled";
  if (!isDoorOpen(new Date(session.startsAt), at)) return "not-today";
  if (isCheckedIn(row, sessionId)) return "already-in";
  return row.refusal === "not-paid" ? "not-paid" : "in";
}

/** The session whose door is open at an instant, otherwise the next session, otherwise the last. */
export function findSession(list: DoorList, at: Date): DoorList["sessions"][number] | undefined {
  const { sessions } = list;
  const openSessions = sessions.filter(({ startsAt }) => isDoorOpen(new Date(startsAt), at));
  return (
    openSessions.find(({ endsAt }) => new Date(endsAt) >= at) ??
    openSessions.at(-1) ??
    sessions.find(({ startsAt }) => new Date(startsAt) > at) ??
    sessions.at(-1)
  );
}

/** Splits a name into the text before the match, the match and the text after it. `query` is already normalised. */
export function splitAtMatch(name: string, query: string): [before: string, match: string, after: string] {
  const characters = [...name];
  /** For each character, where it ends in `normalizedName`. */
  const ends: number[] = [];
  let normalizedName = "";
  for (const character of characters) {
    normalizedName += normalizeText(character);
    ends.push(normalizedName.length);
  }
  const matchStart = query === "" ? -1 : normalizedName.indexOf(query);
  if (matchStart < 0) return [name, "", ""];
  const from = ends.findIndex((end) => end > matchStart);
  const to = ends.findIndex((end) => end >= matchStart + query.length) + 1;
  return [characters.slice(0, from).join(""), characters.slice(from, to).join(""), characters.slice(to).join("")];
}

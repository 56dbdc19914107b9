/** What a door without a connection knows by itself. Pure. */
import { isDoorOpen, parseTicketToken, type DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import type { DoorList, DoorRow, Waiting } from "./door-store.ts";
import { folded } from "../parts/search-text.ts";

const plainCode = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, "");

/** The hash under which the list knows a ticket; null for what is none. */
export async function hashTicket(scanned: string): Promise<string | null> {
  const token = parseTicketToken(scanned);
  if (token === null) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 32);
}

export async function findScannedRow(list: DoorList, scanned: string): Promise<DoorRow | undefined> {
  const hash = await hashTicket(scanned);
  return list.rows.find(
    (row) => (hash !== null && row.ticket_hash === hash) || plainCode(row.code) === plainCode(scanned),
  );
}

export const markAt = (row: DoorRow, sessionId: number) => row.marks.find((mark) => mark.session_id === sessionId);

/** Whether someone is in. */
export function isIn(row: DoorRow, sessionId: number): boolean {
  const state = markAt(row, sessionId)?.state;
  return state === "present" || state === "late";
}

/** The list as it is with the check-ins that the server has not heard of yet; `by` has made them. */
export function withWaiting(list: DoorList, waiting: readonly Waiting[], by: string): DoorList {
  const unsent = Map.groupBy(
    waiting.filter(({ refusal }) => refusal === null),
    ({ enrolmentId }) => enrolmentId,
  );
  const rows = list.rows.map((row) =>
    (unsent.get(row.id) ?? []).reduce((was, { input, answer, isUndone }) => {
      const others = was.marks.filter(({ session_id }) => session_id !== input.session_id);
      if (isUndone) return { ...was, marks: others };
      if (answer !== "in" || isIn(was, input.session_id)) return was;
      const mark = {
        session_id: input.session_id,
        state: "present" as const,
        late_minutes: null,
        attended_minutes: null,
        way: "door" as const,
        marked_at: input.at,
        marked_by: by,
      };
      return { ...was, marks: [...others, mark] };
    }, row),
  );
  return { ...list, rows };
}

/** What the list says; the server decides when it hears of it. A ticket that is not in it may be another run's. */
export function decide(list: DoorList, row: DoorRow | undefined, sessionId: number, at: Date): DoorAnswer {
  const session = list.sessions.find(({ id }) => id === sessionId);
  if (!row || !session) return "unknown";
  if (row.refusal === "cancelled") return "cancelled";
  if (!isDoorOpen(new Date(session.starts_at), at)) return "not-today";
  if (isIn(row, sessionId)) return "already-in";
  return row.refusal === "not-paid" ? "not-paid" : "in";
}

/** The session that is on at a moment, else the next, else the last. */
export function sessionAt(list: DoorList, at: Date): DoorList["sessions"][number] | undefined {
  const { sessions } = list;
  const open = sessions.filter(({ starts_at }) => isDoorOpen(new Date(starts_at), at));
  return (
    open.find(({ ends_at }) => new Date(ends_at) >= at) ??
    open.at(-1) ??
    sessions.find(({ starts_at }) => new Date(starts_at) > at) ??
    sessions.at(-1)
  );
}

/** A name as what stands before what was searched, it, and what comes after. */
export function aroundHit(name: string, query: string): [before: string, hit: string, after: string] {
  const letters = [...name];
  const ends: number[] = [];
  let text = "";
  for (const letter of letters) {
    text += folded(letter);
    ends.push(text.length);
  }
  const at = query === "" ? -1 : text.indexOf(query);
  if (at < 0) return [name, "", ""];
  const from = ends.findIndex((end) => end > at);
  const to = ends.findIndex((end) => end >= at + query.length) + 1;
  return [letters.slice(0, from).join(""), letters.slice(from, to).join(""), letters.slice(to).join("")];
}

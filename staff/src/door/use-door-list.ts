import { useCallback, useEffect, useState } from "react";
import { callStaff, StaffApiError } from "../api.ts";
import { endSession, useMe } from "../frame/session.ts";
import { today } from "../parts/days.ts";
import { keepList, keptList, wipeLists, type DoorRow, type KeptList } from "./door-store.ts";

/** The list of today, from the server or, offline, as stored on this phone. */
export function useDoorList(runId: number) {
  const me = useMe();
  const [kept, setKept] = useState<KeptList | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isLive, setLive] = useState(true);
  const load = useCallback(async () => {
    const day = today();
    try {
      const list = await callStaff("GET /api/staff/runs/:id/door", { id: String(runId) });
      const next = { runId, day, readAt: new Date().toISOString(), list, me };
      await keepList(next);
      setKept(next);
      setLive(true);
      setError(null);
    } catch (failure) {
      if (!(failure instanceof StaffApiError)) throw failure;
      const own = await keptList(runId, day);
      setLive(false);
      if (failure.status === 401) {
        // A full page load, so that the camera works after the sign-in. Unsent check-ins are stored.
        endSession();
        location.reload();
      } else if (failure.status === 0 && own) setKept(own);
      else setError(failure);
    }
  }, [me, runId]);
  useEffect(() => {
    const first = setTimeout(() => void load());
    return () => clearTimeout(first);
  }, [load]);
  // The list is out of date after midnight.
  useEffect(() => {
    const timer = setInterval(() => {
      if (kept && kept.day !== today()) void wipeLists().then(() => location.reload());
    }, 30_000);
    return () => clearInterval(timer);
  }, [kept]);
  /** Sets the server's mark for a session in the list. Null removes the mark. */
  const change = useCallback(
    (enrolmentId: number, sessionId: number, mark: DoorRow["marks"][number] | null) =>
      setKept((was) => {
        if (!was) return was;
        const rows = was.list.rows.map((row) => {
          if (row.id !== enrolmentId) return row;
          const others = row.marks.filter(({ session_id }) => session_id !== sessionId);
          return { ...row, marks: mark ? [...others, mark] : others };
        });
        const next = { ...was, list: { ...was.list, rows } };
        void keepList(next);
        return next;
      }),
    [],
  );
  return { kept, error, isLive, setLive, load, change };
}

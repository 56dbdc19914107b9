import { useCallback, useEffect, useState } from "react";
import { callStaff, StaffApiError } from "../api.ts";
import { endSession, useMe } from "../frame/session.ts";
import { today } from "../parts/days.ts";
import { storeList, loadStoredList, deleteLists, type DoorRow, type StoredList } from "./door-store.ts";

/** Today's list of a run. It comes from the server or, if the phone is offline, from its storage. */
export function useDoorList(runId: number) {
  const me = useMe();
  const [storedList, setStoredList] = useState<StoredList | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isLive, setLive] = useState(true);
  const load = useCallback(async () => {
    const day = today();
    try {
      const list = await callStaff("GET /api/staff/runs/:id/door", { id: String(runId) });
      const loaded = { runId, day, readAt: new Date().toISOString(), list, me };
      await storeList(loaded);
      setStoredList(loaded);
      setLive(true);
      setError(null);
    } catch (failure) {
      if (!(failure instanceof StaffApiError)) throw failure;
      const stored = await loadStoredList(runId, day);
      setLive(false);
      if (failure.status === 401) {
        // Only a document loaded from the door's own address may use the camera, so the page is reloaded, not replaced
        // within the portal. Unsent check-ins stay stored.
        endSession();
        location.reload();
      } else if (failure.status === 0 && stored) setStoredList(stored);
      else setError(failure);
    }
  }, [me, runId]);
  useEffect(() => {
    const timer = setTimeout(() => void load());
    return () => clearTimeout(timer);
  }, [load]);
  // The list is out of date after midnight.
  useEffect(() => {
    const timer = setInterval(() => {
      if (storedList && storedList.day !== today()) void deleteLists().then(() => location.reload());
    }, 30_000);
    return () => clearInterval(timer);
  }, [storedList]);
  /** Sets the attendance mark of a session in the list, also in storage. Null removes it. */
  const setMark = useCallback(
    (enrolmentId: number, sessionId: number, mark: DoorRow["marks"][number] | null) =>
      setStoredList((current) => {
        if (!current) return current;
        const rows = current.list.rows.map((row) => {
          if (row.id !== enrolmentId) return row;
          const otherMarks = row.marks.filter((mark) => mark.sessionId !== sessionId);
          return { ...row, marks: mark ? [...otherMarks, mark] : otherMarks };
        });
        const updatedList = { ...current, list: { ...current.list, rows } };
        void storeList(updatedList);
        return updatedList;
      }),
    [],
  );
  return { storedList, error, isLive, setLive, load, setMark };
}

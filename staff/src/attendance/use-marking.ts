import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { callStaff, StaffApiError } from "../api.ts";
import { useNotify, useUndo } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import type { Change } from "./types.ts";

/** Marks that the server accepts only with a reason. */
export interface PendingMarks {
  /** Identifies the change, so that it can be sent again or undone. */
  key: string;
  changes: Change[];
}

/**
 * Writes marks and offers to undo them for 8 s. Marks that the server accepts only with a reason become `pendingMarks`.
 */
export function useMarking(runId: number) {
  const client = useQueryClient();
  const notify = useNotify();
  const offerUndo = useUndo();
  const [pendingMarks, setPendingMarks] = useState<PendingMarks | null>(null);
  const [isSaving, setSaving] = useState(false);
  const refresh = async () => {
    for (const name of ["GET /api/staff/runs/:id/attendance/history", "GET /api/staff/runs/:id/to-do"])
      void client.invalidateQueries({ queryKey: ["staff", name] });
    await client.invalidateQueries({ queryKey: ["staff", "GET /api/staff/runs/:id/attendance"] });
  };

  const undo = (key: string) =>
    callStaff("POST /api/staff/runs/:id/attendance/undo", { id: String(runId), key }).finally(refresh);

  async function write(changes: Change[], { key = crypto.randomUUID() as string, reason = "" } = {}): Promise<void> {
    setSaving(true);
    try {
      const { changed } = await callStaff("POST /api/staff/runs/:id/attendance", {
        id: String(runId),
        key,
        reason,
        marks: changes,
      });
      setPendingMarks(null);
      await refresh();
      if (changed > 0) offerUndo(m.staff_attendance_saved({ count: changed }), () => undo(key));
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      if (error.fields["reason"] && reason === "") setPendingMarks({ key, changes });
      else {
        setPendingMarks(null);
        notify(error.message, { type: "error" });
        await refresh();
      }
    } finally {
      setSaving(false);
    }
  }
  return { write, pendingMarks, setPendingMarks, isSaving };
}

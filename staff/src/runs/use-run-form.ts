import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { getChangedNames } from "../parts/form-values.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import {
  formFields,
  toRunInput,
  toDayRows,
  isSameDays,
  toSessionInputs,
  toRunValues,
  type DayRow,
  type RunValues,
} from "./form-values.ts";
import type { FullRun, SessionsPreview } from "./types.ts";

interface Conflict {
  version: number;
  current: Partial<Record<keyof RunValues, string | number | null>>;
}

/**
 * The form of an existing run: its unsaved changes, functions to save them, and the confirmation before people are
 * notified.
 */
export function useRunForm(initialRun: FullRun, onSaved: (run: FullRun) => void) {
  const notify = useNotify();
  const [run, setRun] = useState(initialRun);
  const [values, setValues] = useState(() => toRunValues(initialRun));
  const [days, setDays] = useState(() => toDayRows(initialRun));
  const [savedDays, setSavedDays] = useState(days);
  const form = useForm(formFields);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [movePreview, setMovePreview] = useState<SessionsPreview | null>(null);
  const changedNames = getChangedNames(values, toRunValues(run));
  const hasNewDays = !isSameDays(days, savedDays);

  const unsavedCount = changedNames.length + (hasNewDays ? 1 : 0);

  const showRun = (newRun: FullRun) => {
    setRun(newRun);
    setValues(toRunValues(newRun));
    const rows = toDayRows(newRun);
    setDays(rows);
    setSavedDays(rows);
  };
  // The run was loaded again, such as after a colleague's change. Unsaved edits stay, and saving them reports the
  // conflict.
  const [lastRead, setLastRead] = useState(initialRun);
  if (lastRead !== initialRun) {
    setLastRead(initialRun);
    if (unsavedCount === 0 && !form.isPending) {
      showRun(initialRun);
      setConflict(null);
    }
  }
  const applyRun = (newRun: FullRun) => {
    showRun(newRun);
    form.clear();
    setConflict(null);
    onSaved(newRun);
  };
  /** Shows saved trainers and the saved link. Keeps unsaved edits, because the form holds neither. */
  const showTrainersAndLink = (savedRun: FullRun) => {
    const { trainerIds, speakers, clashes, links, quotedUntil } = savedRun;
    setRun((current) => ({ ...current, trainerIds, speakers, clashes, links, quotedUntil }));
    onSaved(savedRun);
  };
  const getSessionsInput = () => ({ sessions: toSessionInputs(days, values.delivery) });

  async function saveFields(version: number): Promise<FullRun> {
    if (changedNames.length === 0) return run;
    return callStaff("PUT /api/staff/runs/:id", { id: run.id, ...toRunInput(values), version });
  }
  /**
   * Saves the days. If people would be notified, asks for confirmation first and returns null. Throws StaffApiError.
   */
  async function saveDays(): Promise<FullRun | null> {
    const preview = await callStaff("POST /api/staff/runs/:id/sessions/preview", { id: run.id, ...getSessionsInput() });
    if (preview.mails.total > 0) {
      setMovePreview(preview);
      return null;
    }
    return callStaff("PUT /api/staff/runs/:id/sessions", { id: run.id, ...getSessionsInput() });
  }
  async function saveAll(version: number): Promise<void> {
    const runWithFields = await saveFields(version);
    setRun(runWithFields);
    setConflict(null);
    const savedRun = hasNewDays ? await saveDays() : runWithFields;
    if (!savedRun) return;
    applyRun(savedRun);
    notify(m.staff_runs_saved(), { type: "success" });
  }
  const save = (version = run.version) =>
    form.submit(async () => {
      try {
        await saveAll(version);
      } catch (error) {
        const current =
          error instanceof StaffApiError && error.status === 409
            ? (error.body["current"] as (Conflict["current"] & { version: number }) | undefined)
            : undefined;
        if (!current) throw error;
        const { version: theirs, ...texts } = current;
        setConflict({ version: theirs, current: texts });
      }
    });
  /** Replaces the unsaved edits by the run as a colleague has saved it. */
  const takeTheirs = () =>
    form.submit(async () => applyRun(await callStaff("GET /api/staff/runs/:id", { id: run.id })));
  /** Saves the days after staff have confirmed who is notified. */
  async function saveAndNotify(): Promise<void> {
    applyRun(await callStaff("PUT /api/staff/runs/:id/sessions", { id: run.id, ...getSessionsInput() }));
    notify(m.staff_runs_saved_told({ count: movePreview?.mails.total ?? 0 }), { type: "success" });
  }
  const change = (changes: Partial<RunValues>) => setValues((current) => ({ ...current, ...changes }));
  return {
    run,
    values,
    days,
    errors: form.errors,
    problem: form.problem,
    conflict,
    movePreview,
    isSaving: form.isPending,
    unsavedCount,
    change,
    setDays: (newDays: DayRow[]) => setDays(newDays),
    setMovePreview,
    save,
    takeTheirs,
    saveAndNotify,
    applyRun,
    showTrainersAndLink,
  };
}

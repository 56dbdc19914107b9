import { useCallback, useMemo, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RowOf, StaffReply } from "../api-types.ts";
import { callStaff, StaffApiError, type FieldMap } from "../api.ts";

export type Fields = Record<string, unknown>;
export type Section = StaffReply<"GET /api/staff/settings">["data"][number];
export type Period = RowOf<"setting-periods">;

/** Another person saved the section meanwhile. `current` is their version. */
export interface SettingsConflict {
  id: string;
  current: Section;
}

export const settingsKey = ["settings"];
export const periodsKey = ["setting-periods"];

/** The sections that the signed-in person may change. */
export const useSections = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callStaff("GET /api/staff/settings", {}, signal),
  });

/** Tax rates or company identities, latest first. */
export function usePeriods(setting: Period["setting"], enabled: boolean) {
  return useQuery({
    queryKey: [...periodsKey, setting],
    enabled,
    queryFn: ({ signal }) => callStaff("GET /api/staff/setting-periods", { per_page: 100, setting }, signal),
  });
}

/** Holds the unsaved changes and the server's errors of each section, and saves the changes. */
export function useDraft(sections: readonly Section[]) {
  const queryClient = useQueryClient();
  const [changes, setChanges] = useState<Record<string, Fields>>({});
  const [errors, setErrors] = useState<Record<string, FieldMap>>({});
  const [conflict, setConflict] = useState<SettingsConflict | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const savedSections = useMemo(
    () => new Map<string, Section>(sections.map((section) => [section.id, section])),
    [sections],
  );

  const set = useCallback(
    (id: string, name: string, value: unknown) =>
      setChanges((current) => {
        const { [name]: _before, ...others } = current[id] ?? {};
        const isUnchanged = JSON.stringify(savedSections.get(id)?.data[name]) === JSON.stringify(value);
        return { ...current, [id]: isUnchanged ? others : { ...others, [name]: value } };
      }),
    [savedSections],
  );

  const discard = useCallback(() => {
    setChanges({});
    setErrors({});
    setConflict(null);
  }, []);

  const changedSections = Object.entries(changes).filter(([, fields]) => Object.keys(fields).length > 0);
  const count = changedSections.reduce((sum, [, fields]) => sum + Object.keys(fields).length, 0);

  /**
   * Saves the changed sections one by one. Keeps the changes that the server rejects. Resolves with true if everything
   * is saved. Throws errors that are not rejections.
   */
  async function save(): Promise<boolean> {
    setIsSaving(true);
    let isDone = true;
    try {
      for (const [id, data] of changedSections) {
        const version = conflict?.id === id ? conflict.current.version : (savedSections.get(id)?.version ?? 1);
        try {
          await callStaff("PUT /api/staff/settings/:id", { id, version, data });
          setChanges(({ [id]: _saved, ...others }) => others);
          setErrors(({ [id]: _resolved, ...others }) => others);
          setConflict((current) => (current?.id === id ? null : current));
        } catch (error) {
          if (!(error instanceof StaffApiError) || (error.status !== 422 && error.status !== 409)) throw error;
          isDone = false;
          if (error.status === 409) setConflict({ id, current: error.body["current"] as Section });
          else setErrors((current) => ({ ...current, [id]: error.fields }));
        }
      }
    } finally {
      setIsSaving(false);
      await queryClient.invalidateQueries({ queryKey: settingsKey });
    }
    return isDone;
  }

  return {
    value: (id: string, name: string): unknown =>
      changes[id] && name in changes[id] ? changes[id][name] : savedSections.get(id)?.data[name],
    getSaved: (id: string, name: string): unknown => savedSections.get(id)?.data[name],
    isChanged: (id: string, name: string) => name in (changes[id] ?? {}),
    getErrors: (id: string, name: string) =>
      Object.entries(errors[id] ?? {})
        .filter(([field]) => field === name || field.startsWith(`${name}.`))
        .flatMap(([, texts]) => texts)[0],
    has: (id: string) => savedSections.has(id),
    changes,
    set,
    discard,
    save,
    count,
    conflict,
    isSaving,
    hasErrors: Object.keys(errors).length > 0,
  };
}
export type Draft = ReturnType<typeof useDraft>;

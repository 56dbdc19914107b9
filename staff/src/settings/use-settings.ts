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

/** The sections that the caller may change. */
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

/** Unsaved changes by section, and the server's messages. */
export function useDraft(sections: readonly Section[]) {
  const queryClient = useQueryClient();
  const [changes, setChanges] = useState<Record<string, Fields>>({});
  const [errors, setErrors] = useState<Record<string, FieldMap>>({});
  const [conflict, setConflict] = useState<SettingsConflict | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const stored = useMemo(() => new Map<string, Section>(sections.map((section) => [section.id, section])), [sections]);

  const set = useCallback(
    (id: string, name: string, value: unknown) =>
      setChanges((all) => {
        const { [name]: _before, ...others } = all[id] ?? {};
        const isUnchanged = JSON.stringify(stored.get(id)?.data[name]) === JSON.stringify(value);
        return { ...all, [id]: isUnchanged ? others : { ...others, [name]: value } };
      }),
    [stored],
  );

  const discard = useCallback(() => {
    setChanges({});
    setErrors({});
    setConflict(null);
  }, []);

  const changed = Object.entries(changes).filter(([, fields]) => Object.keys(fields).length > 0);
  const count = changed.reduce((sum, [, fields]) => sum + Object.keys(fields).length, 0);

  /**
   * Saves the sections one by one. Rejected changes stay. Resolves with whether everything is saved. Rethrows errors
   * that are not rejections.
   */
  async function save(): Promise<boolean> {
    setIsSaving(true);
    let isDone = true;
    try {
      for (const [id, data] of changed) {
        const version = conflict?.id === id ? conflict.current.version : (stored.get(id)?.version ?? 1);
        try {
          await callStaff("PUT /api/staff/settings/:id", { id, version, data });
          setChanges(({ [id]: _saved, ...others }) => others);
          setErrors(({ [id]: _was, ...others }) => others);
          setConflict((open) => (open?.id === id ? null : open));
        } catch (error) {
          if (!(error instanceof StaffApiError) || (error.status !== 422 && error.status !== 409)) throw error;
          isDone = false;
          if (error.status === 409) setConflict({ id, current: error.body["current"] as Section });
          else setErrors((all) => ({ ...all, [id]: error.fields }));
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
      changes[id] && name in changes[id] ? changes[id][name] : stored.get(id)?.data[name],
    getSaved: (id: string, name: string): unknown => stored.get(id)?.data[name],
    isChanged: (id: string, name: string) => name in (changes[id] ?? {}),
    getErrors: (id: string, name: string) =>
      Object.entries(errors[id] ?? {})
        .filter(([field]) => field === name || field.startsWith(`${name}.`))
        .flatMap(([, texts]) => texts)[0],
    has: (id: string) => stored.has(id),
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

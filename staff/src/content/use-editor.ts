import { useCallback, useMemo, useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useNavigate } from "react-router";
import { m } from "../messages.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { useAutosave, type Saved } from "../parts/autosave.ts";
import { getDifferingKeys, merge } from "../parts/merge.ts";
import { useUndo } from "../frame/notices.tsx";
import type { Data } from "./kinds.ts";
import { labels } from "./labels.ts";
import { itemPath } from "../parts/item-path.ts";
import { kindPath, type Item } from "./types.ts";
import { useItemTitle } from "./use-item-title.ts";

/** Whether the item has only a draft: nothing of it is published or scheduled. */
export const isDraftOnly = (item: Item) => !item.onSite && item.scheduled === null;

/** State and actions of an open item. Its text is saved automatically. */
export function useEditor(initialItem: Item, onReload: () => void) {
  const notify = useNotify();
  const navigate = useNavigate();
  const offerUndo = useUndo();
  const getTitle = useItemTitle();
  const [item, setItem] = useState(initialItem);
  const [isPending, setIsPending] = useState(false);
  const { id: itemId } = initialItem;
  const send = useCallback(
    async (data: Data, version: number, extra?: object): Promise<Saved<Data>> => {
      const saved = await callStaff("PUT /api/staff/content/:id", { id: itemId, data, version, ...extra });
      setItem(saved);
      return saved;
    },
    [itemId],
  );
  const { autosave, mine: data, ...saveState } = useAutosave<Data>(initialItem.id, initialItem, send);
  const set = useCallback(
    (key: string, value: unknown) => autosave.change({ ...autosave.snapshot().mine, [key]: value }),
    [autosave],
  );

  /** Runs an action and shows an error of the server. Returns whether the action succeeded. */
  const runAction = useCallback(
    async (action: () => Promise<unknown>): Promise<boolean> => {
      setIsPending(true);
      try {
        await action();
        return true;
      } catch (error) {
        if (!(error instanceof StaffApiError)) throw error;
        if (error.status === 422) {
          autosave.showErrors(error.fields);
          const [field = "", [message = ""] = []] = Object.entries(error.fields)[0] ?? [];
          const moreErrors = Object.keys(error.fields).length - 1;
          notify(
            [
              m.staff_content_not_published({ message: `${labels.forKey(field)}: ${message}` }),
              moreErrors > 0 && m.staff_content_not_published_more({ count: moreErrors }),
            ]
              .filter(Boolean)
              .join(" "),
            { type: "error" },
          );
          const control = document.querySelector<HTMLElement>(`[data-field="${field}"]`);
          control?.closest("details")?.setAttribute("open", "");
          control?.focus();
        } else notify(error.message, { type: "error" });
        return false;
      } finally {
        setIsPending(false);
      }
    },
    [autosave, notify],
  );
  /** Loads the item again after an action of this editor. */
  const refresh = async (status: "published" | "unchanged") => {
    const newItem = await callStaff("GET /api/staff/content/:id", { id: itemId });
    setItem(newItem);
    autosave.rebase(newItem, status === "published" ? { kind: "published", at: new Date() } : { kind: "unchanged" });
  };
  /** Saves the text and returns the item, or null if saving failed. */
  const saveItem = async (): Promise<Item | null> =>
    (await autosave.flush()) ? callStaff("GET /api/staff/content/:id", { id: itemId }) : null;

  /** Saves the text and runs a call on its revision. The call also gets the saved item. */
  const runOnRevision = (call: (revision: { id: number; version: number }, item: Item) => Promise<unknown>) =>
    runAction(async () => {
      const savedItem = await saveItem();
      if (savedItem?.revisionId && savedItem.revisionVersion !== null)
        await call({ id: savedItem.revisionId, version: savedItem.revisionVersion }, savedItem);
    });

  /** Publishes the saved text, unless `mayPublish` returns false for it. */
  const publish = (mayPublish: (item: Item) => boolean = () => true) =>
    runOnRevision(async ({ id, version }, savedItem) => {
      if (!mayPublish(savedItem)) return;
      await callStaff("POST /api/staff/revisions/:id/publish", { id, version });
      await refresh("published");
    });
  const schedule = (publishAt: string) =>
    runOnRevision(async ({ id, version }) => {
      await callStaff("POST /api/staff/revisions/:id/schedule", { id, version, publishAt });
      await refresh("unchanged");
    });
  const unschedule = () =>
    runAction(async () => {
      if (item.scheduled) await callStaff("DELETE /api/staff/revisions/:id/schedule", { id: item.scheduled.id });
      await refresh("unchanged");
    });
  const republish = () =>
    runAction(async () => {
      await callStaff("POST /api/staff/content/:id/put-back", { id: itemId });
      await refresh("published");
    });
  const unpublish = () =>
    runAction(async () => {
      if (!(await autosave.flush())) return;
      await callStaff("DELETE /api/staff/content/:id", { id: itemId });
      await refresh("unchanged");
      offerUndo(m.staff_content_taken_off(), republish);
    });
  /**
   * Moves the item to the trash and opens the list of its kind. Undo restores the draft, and publishes the item again
   * if it was on the site.
   */
  const trash = () =>
    runAction(async () => {
      if (!(await autosave.flush())) return;
      const trashed = await callStaff("POST /api/staff/content/:id/trash", { id: itemId });
      const undo = async () => {
        await callStaff("POST /api/staff/revisions/:id/restore", trashed);
        if (item.onSite) await callStaff("POST /api/staff/content/:id/put-back", { id: itemId });
        await navigate(itemPath(itemId));
      };
      await navigate(kindPath(item.entity));
      offerUndo(m.staff_content_trashed({ title: getTitle(item) }), () => runAction(undo));
    });
  /** Discards the draft of an item that has a published or scheduled text. Undo restores it from the history. */
  const discard = () =>
    runOnRevision(async ({ id, version }) => {
      await callStaff("POST /api/staff/revisions/:id/discard", { id, version });
      await refresh("unchanged");
      offerUndo(m.staff_content_dropped(), () => restore(id));
    });
  const restore = (id: number) =>
    runAction(async () => {
      const savedItem = await saveItem();
      if (!savedItem) return;
      await callStaff("POST /api/staff/revisions/:id/restore", { id, version: savedItem.version });
      onReload();
    });

  const { conflict } = saveState;
  const merged = useMemo(() => conflict && merge(conflict.base, data, conflict.theirs.data), [conflict, data]);
  const changedFields = useMemo(
    () =>
      conflict && {
        mine: getDifferingKeys(conflict.base, data),
        theirs: getDifferingKeys(conflict.base, conflict.theirs.data),
        both: [...new Set(merged?.clashes.map((clash) => clash.split(".")[0] ?? clash))],
      },
    [conflict, data, merged],
  );
  /** Resolves a conflict with this text and saves it. Returns a function that undoes that. */
  const resolveConflict = async (chosen: Data) => {
    const undo = autosave.resolveConflict(chosen);
    await autosave.flush();
    setItem(await callStaff("GET /api/staff/content/:id", { id: itemId }));
    return undo;
  };
  const takeTheirs = () =>
    runAction(async () => {
      if (!conflict) return;
      const undo = await resolveConflict(conflict.theirs.data);
      offerUndo(m.staff_editor_conflict_taken(), undo);
    });
  const saveSeparately = () =>
    runAction(async () => {
      if (!conflict) return;
      await callStaff("POST /api/staff/content/:id/apart", {
        id: itemId,
        data,
        note: m.staff_editor_conflict_apart_note(),
      });
      await resolveConflict(conflict.theirs.data);
      notify(m.staff_editor_conflict_kept_apart(), { type: "success" });
    });
  const confirmArabic = (field: string) => void runAction(() => autosave.flush({ arabicConfirmed: [field] }));

  return {
    ...saveState,
    autosave,
    item,
    data,
    set,
    isPending,
    changedFields,
    merged,
    actions: {
      publish,
      schedule,
      unschedule,
      unpublish,
      republish,
      trash,
      discard,
      restore,
      takeTheirs,
      saveSeparately,
      confirmArabic,
      resolveConflict: (chosen: Data) => runAction(() => resolveConflict(chosen)),
      saveItem,
      run: runAction,
    },
  };
}
export type EditorActions = ReturnType<typeof useEditor>["actions"];

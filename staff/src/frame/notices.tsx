import { lazy, Suspense } from "react";
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";
import { StaffApiError } from "../api.ts";
import type { Notice } from "./notice-region.tsx";

/** How long a notice is shown. */
const visibleMs = 8000;
const queue = new ToastQueue<Notice>({ maxVisibleToasts: 1 });
const show = (notice: Notice) => void queue.add(notice, { timeout: visibleMs });

/** Shows a notice for 8 s. The notice stays when the page changes. */
export type Notify = (text: string, options?: { type?: Notice["type"] }) => void;

const notify: Notify = (text, { type = "info" } = {}) => show({ text, type });

export const useNotify = (): Notify => notify;

const offerUndo = (text: string, undo: () => unknown) => {
  const onUndo = async () => {
    try {
      await undo();
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      notify(error.message, { type: "error" });
    }
  };
  show({ text, type: "info", onUndo: () => void onUndo() });
};

/**
 * Reports a finished action and offers to undo it for 8 s. Used instead of a confirmation for actions that can be
 * undone. Shows an error of the server if undoing fails.
 */
export const useUndo = (): typeof offerUndo => offerUndo;

const Region = lazy(() => import("./notice-region.tsx"));

/** The place where notices appear. It is mounted once beside the pages, and its code is loaded lazily. */
export function Notices() {
  return (
    <Suspense>
      <Region queue={queue} />
    </Suspense>
  );
}

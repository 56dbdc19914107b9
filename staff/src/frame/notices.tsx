import { lazy, Suspense } from "react";
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";
import type { Notice } from "./notice-region.tsx";

/** As long as an undo is offered. */
const shownMs = 8000;
const queue = new ToastQueue<Notice>({ maxVisibleToasts: 1 });
const show = (notice: Notice) => void queue.add(notice, { timeout: shownMs });

/** Says for 8 s what has happened, over whatever page is there by then. */
export type Notify = (text: string, options?: { type?: Notice["type"] }) => void;

const notify: Notify = (text, { type = "info" } = {}) => show({ text, type });

export const useNotify = (): Notify => notify;

const offerUndo = (text: string, onUndo: () => void) => show({ text, type: "info", onUndo });

/** Says what was done and offers to take it back for 8 s: for what can be taken back, instead of a question before. */
export const useUndo = (): typeof offerUndo => offerUndo;

const Region = lazy(() => import("./notice-region.tsx"));

/** Where notices are shown; once, beside the pages, which do not wait for it. */
export function Notices() {
  return (
    <Suspense>
      <Region queue={queue} />
    </Suspense>
  );
}

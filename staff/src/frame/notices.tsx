import { clsx } from "clsx/lite";
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { m } from "../messages.ts";
import { Icon } from "../parts/icon.tsx";

interface Notice {
  text: string;
  type: "info" | "success" | "warning" | "error";
  onUndo?: () => void;
}

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

/** Where notices are shown; once, beside the pages. */
export function Notices() {
  return (
    <ToastRegion
      queue={queue}
      className="pointer-events-none fixed inset-x-4 bottom-6 z-50 grid justify-items-center outline-none"
    >
      {({ toast }) => (
        <Toast
          toast={toast}
          className={clsx(
            "pointer-events-auto flex min-h-12 max-w-160 items-center gap-3 rounded-card px-4 py-2 text-on-band shadow-3 [--nh-focus:#c6b7ee]",
            toast.content.type === "error" ? "bg-danger" : "bg-palm-950",
          )}
        >
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.onUndo && (
            <button
              type="button"
              className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-spark"
              onClick={() => {
                queue.close(toast.key);
                toast.content.onUndo?.();
              }}
            >
              <Icon name="undo-2" size={16} mirrors />
              {m.staff_common_action_undo()}
            </button>
          )}
        </Toast>
      )}
    </ToastRegion>
  );
}

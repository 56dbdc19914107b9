import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { m } from "../messages.ts";
import { Icon } from "../ui/icon.tsx";

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
    <ToastRegion queue={queue} className="notices">
      {({ toast }) => (
        <Toast toast={toast} className={`notice ${toast.content.type}`}>
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.onUndo && (
            <button
              type="button"
              onClick={() => {
                queue.close(toast.key);
                toast.content.onUndo?.();
              }}
            >
              <Icon name="undo-2" size={16} mirrors />
              {m.staff_ra_action_undo()}
            </button>
          )}
        </Toast>
      )}
    </ToastRegion>
  );
}

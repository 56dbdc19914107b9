import { useRef } from "react";
import { clsx } from "clsx/lite";
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  type UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";

export interface Notice {
  text: string;
  type: "info" | "success" | "warning" | "error";
  onUndo?: () => void;
}

/** Shows the queued notices, one at a time. */
export default function NoticeRegion({ queue }: { queue: ToastQueue<Notice> }) {
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
            <UndoButton
              onUndo={() => {
                queue.close(toast.key);
                toast.content.onUndo?.();
              }}
            />
          )}
        </Toast>
      )}
    </ToastRegion>
  );
}

/**
 * Returns the focus to the previous element before the notice closes. Otherwise React Aria 1.22 would assume that the
 * focus is still in the notice, and would later move it from a dialog to another notice.
 */
function UndoButton({ onUndo }: { onUndo(): void }) {
  const previousFocus = useRef<Element | null>(null);
  return (
    <button
      type="button"
      className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-spark"
      onFocus={(event) => {
        previousFocus.current = event.relatedTarget;
      }}
      onClick={(event) => {
        event.currentTarget.blur();
        if (previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected)
          previousFocus.current.focus({ preventScroll: true });
        onUndo();
      }}
    >
      <Icon name="undo-2" size={16} mirrors />
      {m.staff_common_action_undo()}
    </button>
  );
}

import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { dismissToast, toastStore, type ToastMessage } from "./toast-store.ts";

const icons = { success: CircleCheck, danger: CircleAlert, info: Info } as const;
const shownMs = 4000;
const none: readonly ToastMessage[] = [];

/** The place where toasts appear; one per page, from the start, so that screen readers know it. */
export function ToastRegion({ closeLabel }: { closeLabel: string }) {
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2 md:justify-items-end">
      {messages.map((message) => (
        <Toast key={message.id} message={message} closeLabel={closeLabel} />
      ))}
    </div>
  );
}

function Toast({ message, closeLabel }: { message: ToastMessage; closeLabel: string }) {
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(message.id), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, message.id]);
  return (
    <div
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      className="pointer-events-auto inline-flex max-w-full items-center gap-3 rounded-[14px] bg-palm-950 py-2 ps-[1.1rem] pe-2 text-[#eaf3f0] shadow-3 transition-[opacity,translate] duration-(--nh-base) starting:translate-y-3 starting:opacity-0 dark:bg-[#eaf3f0] dark:text-palm-950"
    >
      <Icon as={icons[message.tone]} className={message.tone === "danger" ? "text-[#ffa79e] dark:text-[#b3261e]" : "text-[#7fd6a0] dark:text-[#1b6b3a]"} />
      <span>{message.text}</span>
      <IconButton icon={X} label={closeLabel} onClick={() => dismissToast(message.id)} className="text-current! hover:bg-white/10" />
    </div>
  );
}

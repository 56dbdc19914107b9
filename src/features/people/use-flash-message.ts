import { useLayoutEffect, useState } from "react";

export interface FlashMessage {
  tone: "success" | "danger" | "info";
  text: string;
}

/** Specification §9. */
const displayMs = 4000;

/** Success is shown for 4000 ms, anything else until the next result. */
export function useFlashMessage(): [FlashMessage | undefined, (message: FlashMessage | undefined) => void] {
  const [message, show] = useState<FlashMessage>();
  // A layout effect: the time starts when it is shown.
  useLayoutEffect(() => {
    if (message?.tone !== "success") return;
    const timer = setTimeout(() => show(undefined), displayMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, show];
}

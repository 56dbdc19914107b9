import { useLayoutEffect, useState } from "react";

export interface PassingMessage {
  tone: "success" | "danger" | "info";
  text: string;
}

/** Specification §9. */
const shownMs = 4000;

/** The result of a form: good news is shown for 4000 ms, anything else until the next result. */
export function usePassingMessage(): [PassingMessage | undefined, (message: PassingMessage | undefined) => void] {
  const [message, show] = useState<PassingMessage>();
  // A layout effect: the time runs from the moment it is shown.
  useLayoutEffect(() => {
    if (message?.tone !== "success") return;
    const timer = setTimeout(() => show(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, show];
}

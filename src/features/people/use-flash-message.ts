import { useLayoutEffect, useState } from "react";

export interface FlashMessage {
  tone: "success" | "danger" | "info";
  text: string;
}

/** Required by §9 of the specification. */
const displayMs = 4000;

/** Shows a success for 4 seconds, and any other message until the next one. */
export function useFlashMessage(): [FlashMessage | undefined, (message: FlashMessage | undefined) => void] {
  const [message, setMessage] = useState<FlashMessage>();
  // A layout effect, so that the time starts when the message is shown.
  useLayoutEffect(() => {
    if (message?.tone !== "success") return;
    const timer = setTimeout(() => setMessage(undefined), displayMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage];
}

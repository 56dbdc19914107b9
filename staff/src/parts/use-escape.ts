import { useLayoutEffect, useRef } from "react";

/** Escape handlers of the open dialogs, the topmost last. */
const escapeHandlers: { current: () => void }[] = [];

/**
 * Calls `onEscape` of the topmost dialog if Escape is pressed while no element has the focus. React Aria listens for
 * the key only inside the dialog. Right after a dialog above it has closed, the focus has not returned yet, so only the
 * document gets the key.
 */
export function useEscape(onEscape: () => void): void {
  const handler = useRef(onEscape);
  useLayoutEffect(() => {
    handler.current = onEscape;
  });
  useLayoutEffect(() => {
    escapeHandlers.push(handler);
    const onKeyDown = (event: KeyboardEvent) => {
      const isTopmost = escapeHandlers.at(-1) === handler;
      const hasNoFocus = document.activeElement === null || document.activeElement === document.body;
      if (event.key !== "Escape" || event.defaultPrevented || !isTopmost || !hasNoFocus) return;
      event.preventDefault();
      handler.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      escapeHandlers.splice(escapeHandlers.indexOf(handler), 1);
    };
  }, []);
}

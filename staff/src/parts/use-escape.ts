import { useLayoutEffect, useRef } from "react";

/** What is open, the topmost last. */
const openDialogs: { current: () => void }[] = [];

/**
 * Closes the topmost dialog on Escape while no element has the focus. React Aria listens in the dialog itself; when the
 * dialog above it has just closed, the focus is on its way back and the key reaches only the document.
 */
export function useEscape(onEscape: () => void): void {
  const handler = useRef(onEscape);
  useLayoutEffect(() => {
    handler.current = onEscape;
  });
  useLayoutEffect(() => {
    openDialogs.push(handler);
    const onKeyDown = (event: KeyboardEvent) => {
      const isTopmost = openDialogs.at(-1) === handler;
      const hasNoFocus = document.activeElement === null || document.activeElement === document.body;
      if (event.key !== "Escape" || event.defaultPrevented || !isTopmost || !hasNoFocus) return;
      event.preventDefault();
      handler.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      openDialogs.splice(openDialogs.indexOf(handler), 1);
    };
  }, []);
}

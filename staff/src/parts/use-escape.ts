import { useLayoutEffect, useRef } from "react";

/** Open dialogs, the topmost last. */
const openDialogs: { current: () => void }[] = [];

/**
 * Closes the topmost dialog on Escape while no element has the focus. React Aria listens in the dialog itself. Right
 * after another dialog above has closed, the focus is on its way back, and only the document gets the key.
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

import { useEffect } from "react";

/** Lets the browser ask before a window with unsaved changes is closed. */
export function useAskOnClose(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}

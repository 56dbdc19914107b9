import { useEffect } from "react";

/** Makes the browser ask before a window with unsaved changes closes. */
export function useAskOnClose(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}

import { useEffect } from "react";

/** Makes the browser ask before it closes a window with unsaved changes. */
export function useConfirmClose(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const preventClose = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", preventClose);
    return () => globalThis.removeEventListener("beforeunload", preventClose);
  }, [isDirty]);
}

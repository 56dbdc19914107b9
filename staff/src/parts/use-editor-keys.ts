import { useEffect } from "react";
import { isBehindDialog } from "../palette/shortcuts.ts";

/**
 * Ctrl+S saves, Ctrl+Enter publishes or sends. Matches S by key position, so that Arabic keyboards work, too. Inactive
 * while a dialog is open.
 */
export function useEditorKeys({ save, send }: { save(): void; send(): void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || isBehindDialog()) return;
      if (event.code === "KeyS") {
        event.preventDefault();
        save();
      } else if (event.key === "Enter") {
        event.preventDefault();
        send();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

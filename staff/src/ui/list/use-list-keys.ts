import { useEffect } from "react";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null);

/** Of a list: `/` goes to its search, J and K to the next and the previous row. By the key's place, so on Arabic keyboards, too. */
export function useListKeys(listId: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const list = document.getElementById(listId);
      if (event.key === "/") {
        const search = list?.querySelector<HTMLElement>("[data-list-search]");
        if (!search) return;
        event.preventDefault();
        search.focus();
        return;
      }
      if (event.code !== "KeyJ" && event.code !== "KeyK") return;
      const rows = [...(list?.querySelectorAll<HTMLElement>("[data-list-row]") ?? [])];
      const at = rows.findIndex((row) => row === document.activeElement);
      rows[event.code === "KeyJ" ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0)]?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [listId]);
}

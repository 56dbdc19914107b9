import { ShellLabel } from "../shell-label.tsx";
import type { MenuEntry } from "../menu.ts";

export function MenuLabel({ entry }: { entry: MenuEntry }) {
  return typeof entry.label === "string" ? <ShellLabel name={entry.label} /> : entry.label();
}

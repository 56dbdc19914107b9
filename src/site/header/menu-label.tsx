import { FrameLabel } from "../frame-label.tsx";
import type { MenuEntry } from "../menu.ts";

export function MenuLabel({ entry }: { entry: MenuEntry }) {
  return typeof entry.label === "string" ? <FrameLabel name={entry.label} /> : entry.label();
}

import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

/** What a state means (the design's STAFF.md §4); never said by colour alone. */
export type Tone = "good" | "attention" | "wrong" | "info" | "accent" | "neutral";

/** A state: its icon and its word. */
export function Chip({ tone = "neutral", icon, children }: { tone?: Tone; icon: IconName; children: ReactNode }) {
  return (
    <span className={`chip ${tone}`}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}

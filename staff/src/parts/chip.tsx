import type { ReactNode } from "react";
import { clsx } from "clsx/lite";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";

/** What a state means (the design's STAFF.md §4); never said by colour alone. */
export type Tone = "good" | "attention" | "wrong" | "info" | "accent" | "neutral";

/** Its colour on its tint. */
export const toneClasses: Record<Tone, string> = {
  good: "bg-success-tint text-success",
  attention: "bg-warning-tint text-warning",
  wrong: "bg-danger-tint text-danger",
  info: "bg-info-tint text-info",
  accent: "bg-accent-tint text-accent",
  neutral: "bg-sunken text-ink-2",
};

/** Its colour alone: of an icon. */
export const toneText: Record<Tone, string> = {
  good: "text-success",
  attention: "text-warning",
  wrong: "text-danger",
  info: "text-info",
  accent: "text-accent",
  neutral: "text-ink-2",
};

/** Longer texts may break, so that they fit into a card or column. */
const maxOneLine = 22;

/** A state: its icon and its word. */
export function Chip({ tone = "neutral", icon, children }: { tone?: Tone; icon: IconName; children: ReactNode }) {
  const mayBreak = typeof children === "string" && children.length > maxOneLine;
  return (
    <span
      className={clsx(
        "chip inline-flex justify-self-start min-h-6 items-center gap-1.5 rounded-full ps-2 pe-2.5 text-sm/snug font-medium",
        mayBreak ? "max-w-full min-w-36 py-0.5 *:first:flex-none" : "whitespace-nowrap",
        toneClasses[tone],
      )}
    >
      <Icon name={icon} size={14} />
      {mayBreak ? <span>{children}</span> : children}
    </span>
  );
}

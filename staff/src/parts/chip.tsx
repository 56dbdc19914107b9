import type { ReactNode } from "react";
import { clsx } from "clsx/lite";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";

/** The meaning of a state (the design's STAFF.md §4). Never shown by colour alone. */
export type Tone = "good" | "attention" | "wrong" | "info" | "accent" | "neutral";

/** Text and background colour. */
export const toneClasses: Record<Tone, string> = {
  good: "bg-success-tint text-success",
  attention: "bg-warning-tint text-warning",
  wrong: "bg-danger-tint text-danger",
  info: "bg-info-tint text-info",
  accent: "bg-accent-tint text-accent",
  neutral: "bg-sunken text-ink-2",
};

/** Text colour alone, for icons. */
export const toneText: Record<Tone, string> = {
  good: "text-success",
  attention: "text-warning",
  wrong: "text-danger",
  info: "text-info",
  accent: "text-accent",
  neutral: "text-ink-2",
};

/** Maximum length of a text that must not wrap. Longer ones may, to fit into a card or column. */
const maxOneLine = 22;

/** A state, with icon and label. */
export function Chip({ tone = "neutral", icon, children }: { tone?: Tone; icon: IconName; children: ReactNode }) {
  const canWrap = typeof children === "string" && children.length > maxOneLine;
  return (
    <span
      className={clsx(
        "chip inline-flex justify-self-start min-h-6 items-center gap-1.5 rounded-full ps-2 pe-2.5 text-sm/snug font-medium",
        canWrap ? "max-w-full min-w-36 py-0.5 *:first:flex-none" : "whitespace-nowrap",
        toneClasses[tone],
      )}
    >
      <Icon name={icon} size={14} />
      {canWrap ? <span>{children}</span> : children}
    </span>
  );
}

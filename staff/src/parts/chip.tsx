import type { ReactNode } from "react";
import { clsx } from "clsx/lite";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";

/** The meaning of a state, which decides its colour. A state is never shown by colour alone (STAFF.md §4). */
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

/** Maximum length of a label that must not wrap. A longer label may wrap, to fit into a card or column. */
const maxUnwrappedLength = 22;

/** Shows a state with an icon and a label. */
export function Chip({ tone = "neutral", icon, children }: { tone?: Tone; icon: IconName; children: ReactNode }) {
  const canWrap = typeof children === "string" && children.length > maxUnwrappedLength;
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

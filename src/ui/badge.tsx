import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

export type Tone = "primary" | "accent" | "success" | "warning" | "danger" | "info" | "muted" | "solid" | "ended";

const tones: Record<Tone, string> = {
  primary: "bg-primary-tint text-primary",
  accent: "bg-accent-tint text-accent",
  success: "bg-success-tint text-success",
  warning: "bg-warning-tint text-warning",
  danger: "bg-danger-tint text-danger",
  info: "bg-info-tint text-info",
  muted: "bg-sunken text-ink-3",
  solid: "bg-white/94 text-palm-950",
  ended: "bg-palm-950 text-white",
};

/** `solid` and `ended` are readable on pictures. */
export function Badge({
  tone = "primary",
  icon,
  className,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        // At 320 px with doubled text size, a label can be wider than its container.
        "inline-flex items-center gap-1.5 whitespace-nowrap @max-[12rem]:whitespace-normal rounded-full px-[.65rem] py-[.2rem] text-xs font-medium leading-normal",
        tones[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} size="sm" className="size-3.5" />}
      {children}
    </span>
  );
}

const chipIcons = {
  success: "circle-check",
  warning: "clock-3",
  danger: "circle-alert",
  info: "rotate-ccw",
  muted: "info",
} as const;

/** Tone by status: paid is success, waiting is warning, failed is danger, refunded is info, all others are muted. */
export function StatusChip({ tone, children }: { tone: keyof typeof chipIcons; children: ReactNode }) {
  return (
    <Badge tone={tone} icon={chipIcons[tone]}>
      {children}
    </Badge>
  );
}

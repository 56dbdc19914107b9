import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

const icons = {
  success: "circle-check",
  info: "info",
  warning: "triangle-alert",
  danger: "circle-alert",
} as const satisfies Record<string, IconName>;

/** A theme may set its own text and border colours, darker than those of the status. */
const toneClasses = {
  success: "border-(--nh-alert-success-line) bg-success-tint text-[color:var(--nh-alert-success,var(--nh-success))]",
  info: "border-(--nh-alert-info-line) bg-info-tint text-[color:var(--nh-alert-info,var(--nh-info))]",
  warning: "border-(--nh-alert-warning-line) bg-warning-tint text-[color:var(--nh-alert-warning,var(--nh-warning))]",
  danger: "border-(--nh-alert-danger-line) bg-danger-tint text-[color:var(--nh-alert-danger,var(--nh-danger))]",
};

export interface AlertProps {
  tone?: keyof typeof icons;
  /** For an alert that appears after the page has loaded. Errors interrupt a screen reader, other tones wait. */
  announces?: boolean;
  /** Interrupts a screen reader in any tone: for a failure that has just happened. */
  isUrgent?: boolean;
  icon?: IconName;
  /** Shown at the end of the alert. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A message in the page. */
export function Alert({
  tone = "info",
  announces = false,
  isUrgent = announces && tone === "danger",
  icon = icons[tone],
  actions,
  className,
  children,
}: AlertProps) {
  return (
    <div
      role={isUrgent ? "alert" : announces ? "status" : undefined}
      data-tone={tone}
      className={clsx(
        "alert flex items-start gap-3 rounded-[12px] border-(length:--nh-alert-border) p-(--nh-alert-pad) text-(length:--nh-alert-text) leading-[var(--nh-alert-lh,inherit)]",
        toneClasses[tone],
        className,
      )}
    >
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
      {actions}
    </div>
  );
}

import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const tones = {
  success: { look: "bg-success-tint text-success", icon: "circle-check" },
  info: { look: "bg-info-tint text-info", icon: "info" },
  warning: { look: "bg-warning-tint text-warning", icon: "triangle-alert" },
  danger: { look: "bg-danger-tint text-danger", icon: "circle-alert" },
} as const;

export interface AlertProps {
  tone: keyof typeof tones;
  children: ReactNode;
  /** False for what the page was delivered with. */
  announces?: boolean;
  className?: string;
}

/** Errors interrupt a screen reader, other tones wait. */
export function Alert({ tone, children, announces = true, className }: AlertProps) {
  const { look, icon } = tones[tone];
  return (
    <div
      role={announces ? (tone === "danger" ? "alert" : "status") : undefined}
      className={clsx("flex items-start gap-3 rounded-[12px] px-[1.1rem] py-[.9rem] text-[.9375rem]", look, className)}
    >
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

import type { ReactNode } from "react";
import { clsx } from "clsx/lite";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import type { Tone } from "./chip.tsx";

const icons = {
  good: "circle-check",
  attention: "triangle-alert",
  wrong: "circle-alert",
  info: "info",
  accent: "info",
  neutral: "info",
} as const satisfies Record<Tone, IconName>;

const looks: Record<Tone, string> = {
  good: "border-[#a9d8b8] bg-success-tint text-[#124a28]",
  attention: "border-[#e8cf98] bg-warning-tint text-[#5e3900]",
  wrong: "border-[#efb9b4] bg-danger-tint text-[#7c1a14]",
  info: "border-[#b5d0e8] bg-info-tint text-[#163f66]",
  accent: "border-line bg-accent-tint",
  neutral: "border-line bg-sunken",
};

/** A message in the page. `isUrgent`: read out at once, for what has just gone wrong. */
export function Alert({
  tone = "info",
  isUrgent = false,
  icon,
  actions,
  children,
}: {
  tone?: Tone;
  isUrgent?: boolean;
  icon?: IconName;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx("alert flex items-start gap-3 rounded-[12px] border px-4 py-3 leading-normal", tone, looks[tone])}
      role={isUrgent ? "alert" : undefined}
    >
      <Icon name={icon ?? icons[tone]} className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
      {actions}
    </div>
  );
}

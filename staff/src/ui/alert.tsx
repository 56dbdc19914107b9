import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import type { Tone } from "./chip.tsx";

const icons = {
  good: "circle-check",
  attention: "triangle-alert",
  wrong: "circle-alert",
  info: "info",
  accent: "info",
  neutral: "info",
} as const satisfies Record<Tone, IconName>;

/** A message in the page. `isUrgent`: read out at once, for what has just gone wrong. */
export function Alert({
  tone = "info",
  isUrgent = false,
  actions,
  children,
}: {
  tone?: Tone;
  isUrgent?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={`alert ${tone}`} role={isUrgent ? "alert" : undefined}>
      <Icon name={icons[tone]} />
      <div className="grow">{children}</div>
      {actions}
    </div>
  );
}

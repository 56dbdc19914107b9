import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";

const kinds = {
  success: "circle-check",
  warning: "clock-3",
  danger: "circle-alert",
  info: "rotate-ccw",
  muted: "info",
} as const;

/** Paid is success, waiting warning, failed danger, refunded info, else muted. */
export function StatusChip({ tone, children }: { tone: keyof typeof kinds; children: ReactNode }) {
  return (
    <Badge tone={tone} icon={kinds[tone]}>
      {children}
    </Badge>
  );
}

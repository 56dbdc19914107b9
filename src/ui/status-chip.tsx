import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock-3";
import Info from "lucide-react/icons/info";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";

const kinds = {
  success: CircleCheck,
  warning: Clock,
  danger: CircleAlert,
  info: RotateCcw,
  muted: Info,
} as const;

/** A state in words with its icon: paid → success, waiting → warning, failed → danger, refunded → info, else muted. */
export function StatusChip({ tone, children }: { tone: keyof typeof kinds; children: ReactNode }) {
  return <Badge tone={tone} icon={kinds[tone]}>{children}</Badge>;
}

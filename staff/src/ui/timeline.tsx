import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import type { Tone } from "./chip.tsx";
import { DateTime } from "./date-time.tsx";

export interface TimelineEvent {
  key: string;
  icon: IconName;
  tone?: Tone;
  /** An ISO instant. */
  at: string;
  children: ReactNode;
}

/** Events in the order they are given, each with its icon and time. */
export function Timeline({ events }: { events: TimelineEvent[] }) {
  return (
    <ol className="timeline">
      {events.map(({ key, icon, tone = "neutral", at, children }) => (
        <li key={key}>
          <span className={`dot ${tone}`}>
            <Icon name={icon} size={15} />
          </span>
          <div>{children}</div>
          <DateTime value={at} />
        </li>
      ))}
    </ol>
  );
}

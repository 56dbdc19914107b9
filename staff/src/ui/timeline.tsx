import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import type { Tone } from "./chip.tsx";
import { DateTime } from "./date-time.tsx";
import type { DateStyle } from "./formats.ts";

export interface TimelineEvent {
  key: string;
  icon: IconName;
  tone?: Tone;
  /** An ISO instant. */
  at: string;
  children: ReactNode;
}

/** Events in the order they are given, each with its icon and time; `timeStyle` says how much of the time is shown. */
export function Timeline({ events, timeStyle = "dateTime" }: { events: TimelineEvent[]; timeStyle?: DateStyle }) {
  return (
    <ol className="timeline">
      {events.map(({ key, icon, tone = "neutral", at, children }) => (
        <li key={key}>
          <span className={`dot ${tone}`}>
            <Icon name={icon} size={15} />
          </span>
          <div>{children}</div>
          <DateTime value={at} style={timeStyle} />
        </li>
      ))}
    </ol>
  );
}

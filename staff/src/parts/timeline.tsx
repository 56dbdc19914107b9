import type { ReactNode } from "react";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import { toneClasses, type Tone } from "./chip.tsx";
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

/** Events in the given order, each with icon and time. `timeStyle` sets the format of the time. */
export function Timeline({ events, timeStyle = "dateTime" }: { events: TimelineEvent[]; timeStyle?: DateStyle }) {
  return (
    <ol className="timeline">
      {events.map(({ key, icon, tone = "neutral", at, children }) => (
        <li
          key={key}
          className="relative grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 pt-0.5 pb-4 not-last:before:absolute not-last:before:inset-y-0 not-last:before:start-[13px] not-last:before:mt-7.5 not-last:before:w-0.5 not-last:before:bg-line"
        >
          <span className={`grid size-7 place-items-center rounded-full ${toneClasses[tone]}`}>
            <Icon name={icon} size={15} />
          </span>
          <div>{children}</div>
          <span className="text-sm whitespace-nowrap text-ink-3">
            <DateTime value={at} style={timeStyle} />
          </span>
        </li>
      ))}
    </ol>
  );
}

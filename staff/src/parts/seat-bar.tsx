import { m } from "../messages.ts";
import { clsx } from "clsx/lite";
import { Icon } from "../../../src/ui/icon.tsx";

/** A bar with the sold (filled) and held (hatched) seats of a run, and their numbers. `isLow` marks poor sales. */
export function SeatBar({
  sold,
  held = 0,
  waiting = 0,
  capacity,
  isLow = false,
  className,
}: {
  sold: number;
  held?: number;
  /** Number of people on the waiting list. */
  waiting?: number;
  capacity: number;
  isLow?: boolean;
  className?: string;
}) {
  const isFull = sold >= capacity;
  const getWidth = (count: number) => `${capacity > 0 ? Math.min(100, (count / capacity) * 100) : 0}%`;
  return (
    <div className={clsx("grid min-w-30 gap-1 text-sm text-ink-2 tabular-nums", className)}>
      <span className="flex h-1.5 overflow-hidden rounded-full bg-bar-background" aria-hidden="true">
        <i
          className={isFull ? "bg-primary-hover" : isLow ? "bg-bar-low" : "bg-bar"}
          style={{ width: getWidth(sold) }}
        />
        <i
          className="bg-[repeating-linear-gradient(115deg,#17897a_0_2px,#e3e9e6_2px_4px)]"
          style={{ width: getWidth(held) }}
        />
      </span>
      <span className="flex items-start gap-2">
        {isFull && <Icon name="check" size={14} className="mt-0.5 shrink-0" />}
        {isLow && !isFull && <Icon name="trending-down" size={14} className="mt-0.5 shrink-0" />}
        <span>
          {m.staff_shell_seats_of({ sold, capacity })}
          {isFull && ` · ${m.staff_shell_seats_full()}`}
          {isLow && !isFull && ` · ${m.staff_shell_seats_low()}`}
          {held > 0 && ` · ${m.staff_shell_seats_held({ held })}`}
          {waiting > 0 && ` · ${m.staff_shell_seats_waiting({ count: waiting })}`}
        </span>
      </span>
    </div>
  );
}

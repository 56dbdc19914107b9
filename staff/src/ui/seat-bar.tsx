import { m } from "../messages.ts";
import { Icon } from "./icon.tsx";

/** Seats sold (filled) and held (hatched) of a run, always with the numbers. `isLow`: it sells badly. */
export function SeatBar({
  sold,
  held = 0,
  capacity,
  isLow = false,
}: {
  sold: number;
  held?: number;
  capacity: number;
  isLow?: boolean;
}) {
  const isFull = sold >= capacity;
  const share = (count: number) => `${capacity > 0 ? Math.min(100, (count / capacity) * 100) : 0}%`;
  return (
    <div className="seat-bar">
      <span className="bar" aria-hidden="true">
        <i className={isFull ? "full" : isLow ? "low" : ""} style={{ width: share(sold) }} />
        <i className="held" style={{ width: share(held) }} />
      </span>
      <span className="row">
        {isFull && <Icon name="check" size={14} />}
        {isLow && !isFull && <Icon name="trending-down" size={14} />}
        {m.staff_shell_seats_of({ sold, capacity })}
        {isFull && ` ${m.staff_shell_seats_full()}`}
        {isLow && !isFull && ` ${m.staff_shell_seats_low()}`}
        {held > 0 && ` · ${m.staff_shell_seats_held({ held })}`}
      </span>
    </div>
  );
}

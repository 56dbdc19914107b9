import { useTranslate } from "ra-core";
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
  const translate = useTranslate();
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
        {translate("shell.seats.of", { sold, capacity })}
        {isFull && ` ${translate("shell.seats.full")}`}
        {isLow && !isFull && ` ${translate("shell.seats.low")}`}
        {held > 0 && ` · ${translate("shell.seats.held", { smart_count: held, held })}`}
      </span>
    </div>
  );
}

import { useTranslate } from "ra-core";
import { Icon } from "./icon.tsx";

/** Seats sold (filled) and held (lighter) of a run, always with the numbers. `isLow`: it sells badly. */
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
  const share = (count: number) => (capacity > 0 ? Math.min(100, (count / capacity) * 100) : 0);
  const fill = isFull ? "#094a41" : isLow ? "#b9770e" : "#17897a";
  return (
    <div className="seat-bar">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="mirrors">
        <rect width="100" height="6" fill="#e3e9e6" />
        <rect width={share(sold + held)} height="6" fill={fill} opacity=".4" />
        <rect width={share(sold)} height="6" fill={fill} />
      </svg>
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

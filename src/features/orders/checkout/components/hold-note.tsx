import { useLocale } from "#i18n/link.tsx";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import type { SeatHold } from "../seat-hold.ts";

export interface HoldNoteProps {
  hold: SeatHold;
  /** Null: the hold is over. */
  minutes: number | null;
  seats: number;
  className?: string;
}

/** Until when the seats are held, and the minutes left: a `timer`, which screen readers read when they come to it. */
export function HoldNote({ hold, minutes, seats, className }: HoldNoteProps) {
  const locale = useLocale();
  if (hold.kind === "over" || minutes === null)
    return (
      <Alert tone="warning" announces={false} className={className}>
        {m.checkout_hold_over({ count: seats })}
      </Alert>
    );
  const time = riyadhClock(hold.until, locale);
  return (
    <Alert tone="info" announces={false} className={className}>
      {seats > 1 ? m.payments_seats_held_until({ time }) : m.payments_held_until({ time })}{" "}
      <span role="timer" className="whitespace-nowrap tabular-nums">
        {minutes > 0 ? m.checkout_hold_left({ count: minutes }) : m.checkout_hold_last_minute()}
      </span>
    </Alert>
  );
}

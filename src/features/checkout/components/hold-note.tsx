import { useEffect, useEffectEvent, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { riyadhHoldEnd } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import type { SeatHold } from "#features/checkout/seat-hold.ts";

/** Whole minutes left; -1 once the time is over. */
const countMinutesLeft = (hold: SeatHold | null) =>
  hold?.kind === "held" ? Math.max(-1, Math.floor((hold.until.getTime() - Date.now()) / 60_000)) : -1;

/**
 * Counts the minutes left of a hold; null when it is over or there is none. Calls `onOver` when it ends while the page
 * is open.
 */
export function useMinutesLeft(hold: SeatHold | null, onOver: () => void): number | null {
  const [, setMinutes] = useState(() => countMinutesLeft(hold));
  // The hold may be newer than the last tick of the clock.
  const minutes = countMinutesLeft(hold);
  const isOver = minutes < 0;
  const notifyOver = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      const minutesLeft = countMinutesLeft(hold);
      setMinutes(minutesLeft);
      if (minutesLeft >= 0) return;
      clearInterval(timer);
      notifyOver();
    }, 1000);
    return () => clearInterval(timer);
  }, [hold, isOver]);
  return isOver ? null : minutes;
}

interface HoldNoteProps {
  hold: SeatHold;
  /** Whole minutes left; null when the hold is over. */
  minutes: number | null;
  seats: number;
  className?: string;
}

/**
 * Shows until when the seats are held, and the minutes left. The minutes have the role `timer`, which a screen reader
 * reads only when the user reaches it, not every minute.
 */
export function HoldNote({ hold, minutes, seats, className }: HoldNoteProps) {
  const locale = useLocale();
  if (hold.kind === "over" || minutes === null)
    return (
      <Alert tone="warning" className={className}>
        {m.checkout_hold_over({ count: seats })}
      </Alert>
    );
  const time = riyadhHoldEnd(hold.until, locale);
  return (
    <Alert tone="info" className={className}>
      {seats > 1 ? m.payments_seats_held_until({ time }) : m.payments_held_until({ time })}{" "}
      {minutes < 60 && (
        <span role="timer" className="whitespace-nowrap tabular-nums">
          {minutes > 0 ? m.checkout_hold_left({ count: minutes }) : m.checkout_hold_last_minute()}
        </span>
      )}
    </Alert>
  );
}

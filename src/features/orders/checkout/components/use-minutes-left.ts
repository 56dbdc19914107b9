import { useEffect, useEffectEvent, useState } from "react";
import type { SeatHold } from "../seat-hold.ts";

/** Whole minutes; -1 when the time is over. */
const minutesOf = (hold: SeatHold | null) =>
  hold?.kind === "held" ? Math.max(-1, Math.floor((hold.until.getTime() - Date.now()) / 60_000)) : -1;

/** Minutes left of a hold; null when it is over, or there is none. `onOver` is called when it ends before our eyes. */
export function useMinutesLeft(hold: SeatHold | null, onOver: () => void): number | null {
  const [, setMinutes] = useState(() => minutesOf(hold));
  // The hold may be newer than what the clock said last.
  const minutes = minutesOf(hold);
  const isOver = minutes < 0;
  const ended = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      const now = minutesOf(hold);
      setMinutes(now);
      if (now >= 0) return;
      clearInterval(timer);
      ended();
    }, 1000);
    return () => clearInterval(timer);
  }, [hold, isOver]);
  return isOver ? null : minutes;
}

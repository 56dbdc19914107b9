import { useEffect, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

export function HoldTimer({ until, seats }: { until: Date; seats: number }) {
  const locale = useLocale();
  const [now, setNow] = useState(() => Date.now());
  const left = until.getTime() - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver) return <span className="mb-1 block text-warning">{m.checkout_hold_over()}</span>;
  const time = riyadhClock(until, locale);
  return (
    <span className="mb-1 block text-ink-2">
      {seats > 1 ? m.payments_seats_held_until({ time }) : m.payments_held_until({ time })}{" "}
      <span role="timer" className="whitespace-nowrap tabular-nums">
        {m.checkout_hold_left({ time: isolate(clock(left)) })}
      </span>
    </span>
  );
}

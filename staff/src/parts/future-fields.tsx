import { useState } from "react";
import { addDays } from "../../../src/i18n/dates.ts";
import { typedDate, typedTime } from "../../../src/i18n/typed-date.ts";
import { m } from "../messages.ts";
import { DayField, TimeField } from "./date-time-fields.tsx";
import { isAhead, toDay, toInstant, today, toTime } from "./days.ts";
import { PairNote } from "./pair.tsx";

/** The instant that was chosen before if it is still ahead, otherwise tomorrow at seven. */
export const firstInstant = (chosen: string | null | undefined): string =>
  chosen && isAhead(chosen) ? chosen : toInstant(addDays(today(), 1), "07:00");

/** A future day and time in Riyadh. Reports the instant, or null while it is unreadable or past. */
export function FutureFields({ initial, onChange }: { initial: string; onChange(instant: string | null): void }) {
  const [{ day, time }, setMoment] = useState({ day: toDay(initial), time: toTime(initial) });
  const [isPast, setIsPast] = useState(false);
  const change = (day: string, time: string) => {
    setMoment({ day, time });
    const instant = typedDate(day) !== null && typedTime(time) !== null ? toInstant(day, time) : null;
    // The server checks again.
    setIsPast(instant !== null && !isAhead(instant));
    onChange(instant !== null && isAhead(instant) ? instant : null);
  };
  return (
    <>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <DayField label={m.staff_content_schedule_day()} value={day} onChange={(changed) => change(changed, time)} />
        <TimeField label={m.staff_shell_riyadh_time()} value={time} onChange={(changed) => change(day, changed)} />
      </div>
      {isPast && <PairNote tone="wrong">{m.staff_content_schedule_past()}</PairNote>}
    </>
  );
}

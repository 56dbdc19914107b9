import { useState } from "react";
import { addDays } from "../../../src/i18n/dates.ts";
import { parseTypedDate, parseTypedTime } from "../../../src/i18n/typed-date.ts";
import { m } from "../messages.ts";
import { DayField, TimeField } from "./date-time-fields.tsx";
import { isAhead, toDay, toInstant, today, toTime } from "./days.ts";
import { PairNote } from "./pair.tsx";

/** Returns the instant that was chosen before if it is in the future, otherwise tomorrow at 07:00 in Riyadh. */
export const getInitialInstant = (chosen: string | null | undefined): string =>
  chosen && isAhead(chosen) ? chosen : toInstant(addDays(today(), 1), "07:00");

/** Fields for a future day and time in Riyadh. Reports the instant, or null while it is unreadable or in the past. */
export function FutureFields({ initial, onChange }: { initial: string; onChange(instant: string | null): void }) {
  const [{ day, time }, setMoment] = useState({ day: toDay(initial), time: toTime(initial) });
  const [isPast, setIsPast] = useState(false);
  const changeMoment = (day: string, time: string) => {
    setMoment({ day, time });
    const instant = parseTypedDate(day) !== null && parseTypedTime(time) !== null ? toInstant(day, time) : null;
    // The server also checks that the instant is in the future.
    setIsPast(instant !== null && !isAhead(instant));
    onChange(instant !== null && isAhead(instant) ? instant : null);
  };
  return (
    <>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <DayField
          label={m.staff_content_schedule_day()}
          value={day}
          onChange={(changed) => changeMoment(changed, time)}
        />
        <TimeField
          label={m.staff_shell_riyadh_time()}
          value={time}
          onChange={(changed) => changeMoment(day, changed)}
        />
      </div>
      {isPast && <PairNote tone="wrong">{m.staff_content_schedule_past()}</PairNote>}
    </>
  );
}

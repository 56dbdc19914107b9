import { useState } from "react";
import { m } from "../messages.ts";
import { typedDate, typedTime } from "../../../src/i18n/typed-date.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DayField, TimeField } from "../parts/date-time-fields.tsx";
import { formatDate } from "../parts/formats.ts";
import { labels } from "./labels.ts";
import type { Item } from "./types.ts";
import { PairNote } from "../parts/pair.tsx";
import { dayMs } from "../../../src/i18n/dates.ts";

/** Riyadh has no daylight saving time. */
const riyadh = "+03:00";

/** Tomorrow at seven, unless the item is already scheduled. */
function firstChoice(): { day: string; time: string } {
  const tomorrow = new Date(Date.now() + dayMs);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(tomorrow);
  return { day, time: "07:00" };
}

/** Asks for the date and time to publish, in Riyadh's time. */
export function ScheduleDialog({
  item,
  onClose,
  onSchedule,
}: {
  item: Item;
  onClose(): void;
  onSchedule(publishAt: string): Promise<boolean>;
}) {
  const { forKey } = labels;
  const [{ day, time }, setWhen] = useState(() => {
    const at = item.scheduled?.publish_at;
    if (!at) return firstChoice();
    return {
      day: new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date(at)),
      time: formatDate(at, "time", "en"),
    };
  });
  const at = new Date(`${day}T${time}:00${riyadh}`);
  // The server checks again.
  const [openedAt] = useState(() => Date.now());
  const isReadable = typedDate(day) !== null && typedTime(time) !== null;
  const isAhead = isReadable && at.getTime() > openedAt;
  return (
    <ConfirmDialog
      isOpen
      size="sm"
      title={m.staff_content_schedule_title()}
      actionLabel={m.staff_content_publish_schedule()}
      isReady={isAhead}
      onClose={onClose}
      onConfirm={async () => {
        await onSchedule(at.toISOString());
      }}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <DayField
          label={m.staff_content_schedule_day()}
          value={day}
          onChange={(changed) => setWhen({ day: changed, time })}
        />
        <TimeField
          label={m.staff_shell_riyadh_time()}
          value={time}
          onChange={(changed) => setWhen({ day, time: changed })}
        />
      </div>
      {isReadable && !isAhead && <PairNote tone="wrong">{m.staff_content_schedule_past()}</PairNote>}
      {item.arabic.state !== "complete" && (
        <Alert tone="warning">{m[`staff_content_schedule_arabic_${item.arabic.state}`]()}</Alert>
      )}
      {item.changed.length > 0 && (
        <p className="text-ink-3">
          {m.staff_content_schedule_changes({
            count: item.changed.length,
            fields: item.changed.map(forKey).join(" · "),
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}

import { useState } from "react";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { FutureFields, getInitialInstant } from "../parts/future-fields.tsx";
import { labels } from "./labels.ts";
import type { Item } from "./types.ts";

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
  const [initialInstant] = useState(() => getInitialInstant(item.scheduled?.publishAt));
  const [publishAt, setPublishAt] = useState<string | null>(initialInstant);
  return (
    <ConfirmDialog
      isOpen
      size="sm"
      title={m.staff_content_schedule_title()}
      actionLabel={m.staff_content_publish_schedule()}
      isReady={publishAt !== null}
      onClose={onClose}
      onConfirm={async () => {
        if (publishAt) await onSchedule(publishAt);
      }}
    >
      <FutureFields initial={initialInstant} onChange={setPublishAt} />
      {item.arabic.state !== "complete" && (
        <Alert tone="warning">{m[`staff_content_schedule_arabic_${item.arabic.state}`]()}</Alert>
      )}
      {item.changed.length > 0 && (
        <p className="text-ink-3">
          {m.staff_content_schedule_changes({
            count: item.changed.length,
            fields: item.changed.map(labels.forKey).join(" · "),
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}

import { useState, type ReactNode } from "react";
import { m, type NameIn } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { kinds } from "./kinds.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import type { Item } from "./types.ts";
import { isDraftOnly, type EditorActions } from "./use-editor.ts";
import { Button } from "../../../src/ui/button.tsx";

/** A button and the menu of its alternatives, joined side by side. */
function SplitButton({ children }: { children: ReactNode }) {
  return (
    <div className="inline-flex *:not-first:rounded-s-none *:not-first:border-s-white/30 *:not-first:px-2 *:not-last:rounded-e-none">
      {children}
    </div>
  );
}

/** Publishes now. Its menu schedules, unpublishes or discards the draft. */
export function PublishButton({
  item,
  isDirty,
  isDisabled,
  actions,
  onPublish,
}: {
  item: Item;
  isDirty: boolean;
  isDisabled: boolean;
  actions: EditorActions;
  onPublish(): void;
}) {
  const [isScheduling, setIsScheduling] = useState(false);
  const [isUnpublishing, setIsUnpublishing] = useState(false);
  const { localized } = useFormats();
  const isWaiting = isDirty || item.state !== "published";
  const entry = (name: NameIn<"content_publish">, icon: IconName, run: () => unknown, isDanger = false) => ({
    label: m[`staff_content_publish_${name}`](),
    icon,
    isDanger,
    onChoose: () => void run(),
  });
  const wasPublished = item.published_at !== null;
  return (
    <>
      <SplitButton>
        <Button variant="primary" disabled={isDisabled || !isWaiting} onClick={onPublish}>
          {item.on_site ? m.staff_content_publish_changes() : m.staff_content_publish_first()}
        </Button>
        <Menu
          variant="primary"
          label={m.staff_content_publish_more()}
          isDisabled={isDisabled}
          items={[
            isWaiting && entry("now", "zap", onPublish),
            isWaiting && entry("schedule", "calendar-clock", () => setIsScheduling(true)),
            item.scheduled && entry("unschedule", "calendar-x", actions.unschedule),
            item.on_site &&
              !kinds[item.entity].isAlwaysOnSite &&
              entry("take_off", "eye-off", () =>
                item.entity === "course" ? setIsUnpublishing(true) : actions.unpublish(),
              ),
            !item.on_site && wasPublished && entry("put_back", "rotate-ccw", actions.republish),
            item.state === "draft" &&
              (isDraftOnly(item)
                ? entry("delete", "trash-2", actions.discard, true)
                : entry("drop", "undo-2", actions.discard, true)),
          ]}
        >
          <Icon name="chevron-down" size={16} />
          <span className="sr-only">{m.staff_content_publish_more()}</span>
        </Menu>
      </SplitButton>
      <ConfirmDialog
        isOpen={isUnpublishing}
        isDangerous
        title={m.staff_content_take_off_ask({ title: localized(item.title, item.title_ar) })}
        actionLabel={m.staff_content_publish_take_off()}
        onClose={() => setIsUnpublishing(false)}
        onConfirm={async () => void (await actions.unpublish())}
      >
        <p>{m.staff_content_take_off_text()}</p>
      </ConfirmDialog>
      {isScheduling && (
        <ScheduleDialog item={item} onClose={() => setIsScheduling(false)} onSchedule={actions.schedule} />
      )}
    </>
  );
}

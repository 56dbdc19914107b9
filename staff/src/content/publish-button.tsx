import { useState, type ReactNode } from "react";
import { m, type NameIn } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { kinds } from "./kinds.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import type { Item } from "./types.ts";
import { isDraftOnly, type EditorActions } from "./use-editor.ts";
import { useItemTitle } from "./use-item-title.ts";
import { Button } from "../../../src/ui/button.tsx";

/** A button and the menu of its alternatives, joined side by side. */
function SplitButton({ children }: { children: ReactNode }) {
  return (
    <div className="inline-flex *:not-first:rounded-s-none *:not-first:border-s-white/30 *:not-first:px-2 *:not-last:rounded-e-none">
      {children}
    </div>
  );
}

/** A button that publishes now, with a menu to schedule, unpublish, discard the draft or trash the item. */
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
  /** The removal that the person must confirm first, because people may have booked the course. */
  const [removal, setRemoval] = useState<"unpublish" | "trash" | null>(null);
  const getTitle = useItemTitle();
  const isWaiting = isDirty || item.state !== "published";
  const createEntry = (name: NameIn<"content_publish">, icon: IconName, run: () => unknown, isDanger = false) => ({
    label: m[`staff_content_publish_${name}`](),
    icon,
    isDanger,
    onChoose: () => void run(),
  });
  const wasPublished = item.publishedAt !== null;
  const remove = (name: "unpublish" | "trash") =>
    item.entity === "course" && item.onSite ? setRemoval(name) : actions[name]();
  const isFixed = item.onSite && kinds[item.entity].isAlwaysOnSite === true;
  return (
    <>
      <SplitButton>
        <Button variant="primary" disabled={isDisabled || !isWaiting} onClick={onPublish}>
          {item.onSite ? m.staff_content_publish_changes() : m.staff_content_publish_first()}
        </Button>
        <Menu
          variant="primary"
          label={m.staff_content_publish_more()}
          isDisabled={isDisabled}
          items={[
            isWaiting && createEntry("now", "zap", onPublish),
            isWaiting && createEntry("schedule", "calendar-clock", () => setIsScheduling(true)),
            item.scheduled && createEntry("unschedule", "calendar-x", actions.unschedule),
            item.onSite && !isFixed && createEntry("take_off", "eye-off", () => remove("unpublish")),
            !item.onSite && wasPublished && createEntry("put_back", "rotate-ccw", actions.republish),
            item.state === "draft" && !isDraftOnly(item) && createEntry("drop", "undo-2", actions.discard, true),
            !isFixed && createEntry("trash", "trash-2", () => remove("trash"), true),
          ]}
        >
          <Icon name="chevron-down" size={16} />
          <span className="sr-only">{m.staff_content_publish_more()}</span>
        </Menu>
      </SplitButton>
      <ConfirmDialog
        isOpen={removal !== null}
        isDangerous
        title={m[removal === "trash" ? "staff_content_trash_ask" : "staff_content_take_off_ask"]({
          title: getTitle(item),
        })}
        actionLabel={removal === "trash" ? m.staff_content_publish_trash() : m.staff_content_publish_take_off()}
        onClose={() => setRemoval(null)}
        onConfirm={async () => {
          if (removal) await actions[removal]();
        }}
      >
        <p>{m.staff_content_take_off_text()}</p>
      </ConfirmDialog>
      {isScheduling && (
        <ScheduleDialog item={item} onClose={() => setIsScheduling(false)} onSchedule={actions.schedule} />
      )}
    </>
  );
}

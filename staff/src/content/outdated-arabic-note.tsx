import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { clsx } from "clsx/lite";
import type { StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { popoverClass } from "../parts/menu.tsx";
import { StaffApiError, callStaff } from "../api.ts";
import { Diff } from "../parts/diff.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { useEditorView } from "./editor-context.ts";
import { labels } from "./labels.ts";
import { labelClass, PairNote } from "../parts/pair.tsx";
import { textButtonClass } from "../parts/button-classes.ts";

type EnglishChange = StaffReply<"GET /api/staff/content/:id/english-changes">["data"][number];

/**
 * A note under an Arabic text that is older than its English. It shows when and how the English changed, and has a
 * button to confirm that the Arabic is still right.
 */
export function OutdatedArabicNote({ field }: { field: string }) {
  const { date } = useFormats();
  const { item, confirmArabic, isReadOnly } = useEditorView();
  const [change, setChange] = useState<EnglishChange | null>(null);
  const [problem, setProblem] = useState("");
  const since = item.arabic.englishChangedAt[field];
  const show = async () => {
    setProblem("");
    try {
      const { data } = await callStaff("GET /api/staff/content/:id/english-changes", { id: item.id });
      setChange(data.find((row) => row.field === field) ?? null);
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <PairNote>
      <Icon name="clock-alert" size={14} />
      {since ? m.staff_editor_english_changed({ day: date(since, "dayMonth") }) : m.staff_editor_behind()}
      <DialogTrigger onOpenChange={(isOpen) => isOpen && void show()}>
        <AriaButton className={textButtonClass}>{m.staff_editor_see_change()}</AriaButton>
        <Popover placement="bottom start" offset={4} className={clsx(popoverClass, "grid max-w-[min(34rem,92vw)] p-4")}>
          <Dialog aria-label={m.staff_editor_see_change()} className="grid gap-2.5 outline-none">
            {problem && <p role="alert">{problem}</p>}
            {change?.changes.map(({ field: path, before, after }) => (
              <div key={path}>
                <p className={labelClass}>{labels.forPath(path)}</p>
                <Diff before={String(before ?? "")} after={String(after ?? "")} lang="en" />
              </div>
            ))}
            {change?.authorName && <p className="text-sm text-ink-3">{change.authorName}</p>}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {!isReadOnly && (
        <button type="button" className={textButtonClass} onClick={() => confirmArabic(field)}>
          {m.staff_editor_still_right()}
        </button>
      )}
    </PairNote>
  );
}

import { useState } from "react";
import { TextField } from "../../../../src/ui/text-field.tsx";
import { m } from "../../messages.ts";
import { TooltipButton } from "../tooltip-button.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useUndo } from "../../frame/notices.tsx";
import { normalizeFilter } from "../../frame/list-state.ts";
import type { OwnView } from "./use-list-memory.ts";

const viewClass =
  "-mb-px inline-flex min-h-10.5 items-center gap-1.5 border-b-2 border-transparent px-2.5 whitespace-nowrap text-ink-2 -outline-offset-2! aria-pressed:border-primary aria-pressed:font-medium aria-pressed:text-primary";
/** A common view of a list, shown as a tab. */
export interface ListView {
  name: string;
  label: string;
  filter: object;
  /** Number of rows. Null while it loads; its space is then reserved. */
  count?: number | null | undefined;
}

const maxNameLength = 40;
const maxOwnViews = 12;

const isSameFilter = (first: object, second: object) => {
  const toKey = (filter: object) =>
    JSON.stringify(Object.entries(normalizeFilter(filter)).toSorted(([a], [b]) => a.localeCompare(b, "en")));
  return toKey(first) === toKey(second);
};

interface ListViewsProps {
  views: ListView[];
  ownViews: OwnView[];
  filter: object;
  onChoose(filter: object): void;
  onSave(ownViews: OwnView[]): void;
}

/** The views as tabs: those of the list, then those of the person. An own view can be removed while it is active. */
export function ListViews({ views, ownViews, filter, onChoose, onSave }: ListViewsProps) {
  const offerUndo = useUndo();
  const removeView = (view: OwnView) => {
    onSave(ownViews.filter((ownView) => ownView !== view));
    onChoose({});
    offerUndo(m.staff_list_view_removed({ name: view.name }), () => onSave(ownViews));
  };
  return (
    <div className="scroll-row border-b border-line px-2.5 pt-1.5" role="group" aria-label={m.staff_list_views()}>
      {views.map((view) => (
        <button
          key={view.name}
          type="button"
          className={viewClass}
          aria-pressed={isSameFilter(view.filter, filter)}
          onClick={() => onChoose(view.filter)}
        >
          {view.label}{" "}
          {view.count !== undefined && (
            <span className="text-ink-3 whitespace-nowrap tabular-nums inline-block min-w-[3ch] text-start">
              {view.count}
            </span>
          )}
        </button>
      ))}
      {ownViews.map((view) => (
        <span key={view.name} className="inline-flex items-center">
          <button
            type="button"
            className={viewClass}
            aria-pressed={isSameFilter(view.filter, filter)}
            onClick={() => onChoose(view.filter)}
          >
            <bdi>{view.name}</bdi>
          </button>
          {isSameFilter(view.filter, filter) && (
            <TooltipButton
              icon="x"
              iconSize={14}
              className="size-7!"
              label={m.staff_list_remove_view({ name: view.name })}
              onClick={() => removeView(view)}
            />
          )}
        </span>
      ))}
    </div>
  );
}

/** A button to save the current filter as an own view. Renders nothing if a view with this filter exists. */
export function SaveView({ views, ownViews, filter, onSave }: Omit<ListViewsProps, "onChoose">) {
  const [isNaming, setIsNaming] = useState(false);
  const [name, setName] = useState("");
  const isNameTaken = ownViews.some((view) => view.name === name.trim());
  if (ownViews.length >= maxOwnViews || [...views, ...ownViews].some((view) => isSameFilter(view.filter, filter)))
    return null;
  return (
    <>
      <button
        type="button"
        className="text-primary"
        onClick={() => {
          setName("");
          setIsNaming(true);
        }}
      >
        {m.staff_list_save_view()}
      </button>
      <ConfirmDialog
        isOpen={isNaming}
        size="sm"
        title={m.staff_list_save_view()}
        actionLabel={m.staff_common_action_save()}
        isReady={name.trim() !== "" && !isNameTaken}
        onClose={() => setIsNaming(false)}
        onConfirm={async () => onSave([...ownViews, { name: name.trim(), filter }])}
      >
        <TextField
          autoFocus
          required
          label={m.staff_list_view_name()}
          value={name}
          error={isNameTaken ? m.staff_list_view_taken() : undefined}
          hint={isNameTaken ? undefined : m.staff_list_view_hint()}
          onChange={(event) => setName(event.target.value)}
          maxLength={maxNameLength}
          autoComplete="off"
        />
      </ConfirmDialog>
    </>
  );
}

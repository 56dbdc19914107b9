import type { ReactNode } from "react";
import { useListContext, useNotify, useTranslate, type RaRecord } from "ra-core";
import { useFormats } from "../formats.ts";
import { mostChosen, type ChosenRows } from "./use-chosen-rows.ts";

interface BulkBarProps<Row extends RaRecord> {
  chosen: ChosenRows<Row>;
  /** There are more than were counted. */
  isMore: boolean;
  render(rows: Row[], unselect: () => void): ReactNode;
}

/** In the place of the tools while rows are chosen: how many, all that fit, and what can be done with them. */
export function BulkBar<Row extends RaRecord>({ chosen, isMore, render }: BulkBarProps<Row>) {
  const translate = useTranslate();
  const notify = useNotify();
  const { number } = useFormats();
  const { total = 0, onSelect } = useListContext<Row>();
  const { rows, isAsking, chooseAll } = chosen;
  const unselect = () => onSelect([]);
  const all = () =>
    chooseAll().catch((error: Error) => notify(error.message, { type: "error", messageArgs: { _: error.message } }));
  return (
    <div className="bulk-bar" role="group" aria-label={translate("list.chosen_actions")}>
      <strong role="status">{translate("list.chosen", { smart_count: rows.length })}</strong>
      {rows.length < total && !isMore && total <= mostChosen && (
        <button type="button" disabled={isAsking} onClick={() => void all()}>
          {translate("list.choose_all", { count: number(total) })}
        </button>
      )}
      <button type="button" onClick={unselect}>
        {translate("ra.action.unselect")}
      </button>
      <span className="end">{render(rows, unselect)}</span>
    </div>
  );
}

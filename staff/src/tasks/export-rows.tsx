import { useState } from "react";
import { useListState, type RowId } from "../frame/list-state.ts";
import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { ExportDialog } from "./export-dialog.tsx";
import { SegmentedRadio } from "../parts/choice.tsx";
import { Button } from "../../../src/ui/button.tsx";

interface ExportRowsProps {
  /** Kind in `POST /api/staff/exports`. The export must accept the filter of the list, and `ids`. */
  kind: string;
  /** Title, such as "Export orders". */
  title: string;
  /** Ids of the selected rows. Without them all matching rows are exported. */
  ids?: RowId[];
  isPersonal?: boolean;
}

/** Exports rows of the surrounding list: the selected ones, or all that match the filter. */
export function ExportRows({ kind, title, ids, isPersonal = true }: ExportRowsProps) {
  const { number } = useFormats();
  const { filter, total, more } = useListState();
  const [isOpen, setIsOpen] = useState(false);
  const [exportsAll, setExportsAll] = useState(false);
  const close = () => {
    setIsOpen(false);
    setExportsAll(false);
  };
  return (
    <>
      <Button
        variant={ids ? "outlined" : "secondary"}
        icon="download"
        disabled={total === 0}
        onClick={() => setIsOpen(true)}
      >
        {m.staff_common_action_export()}
      </Button>
      <ExportDialog
        isOpen={isOpen}
        title={title}
        kind={kind}
        filter={ids && !exportsAll ? { ids } : filter}
        isPersonal={isPersonal}
        onClose={close}
      >
        {ids && (
          <SegmentedRadio
            label={m.staff_tasks_which_rows()}
            value={exportsAll ? "all" : "chosen"}
            onChange={(scope) => setExportsAll(scope === "all")}
            options={[
              { value: "chosen", label: m.staff_tasks_chosen_rows({ count: ids.length }) },
              { value: "all", label: m.staff_tasks_all_rows({ count: `${number(total)}${more ? "+" : ""}` }) },
            ]}
          />
        )}
        {!ids && <p>{m.staff_tasks_all_rows({ count: `${number(total)}${more ? "+" : ""}` })}</p>}
      </ExportDialog>
    </>
  );
}

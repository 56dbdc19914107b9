import { useState } from "react";
import { m } from "../messages.ts";
import { RadioGroup } from "../parts/choice.tsx";
import { callStaff, downloadStaff } from "../api.ts";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import type { Roster } from "./types.ts";

const pollMs = 700;
const wait = () => new Promise((resolve) => setTimeout(resolve, pollMs));

/**
 * Exports the roster in a background task, waits for it and returns its id. Throws an error with the problem of the
 * task, or with `failureMessage`.
 */
async function exportRoster(runId: number, format: "csv" | "xlsx", failureMessage: string): Promise<number> {
  const { id } = await callStaff("POST /api/staff/exports", { kind: "roster", format, filter: { run_id: runId } });
  for (;;) {
    const task = await callStaff("GET /api/staff/tasks/:id", { id });
    if (task.state === "done") return id;
    if (task.state === "failed" || task.state === "cancelled") throw new Error(task.problem ?? failureMessage);
    await wait();
  }
}

/** Exports the roster and downloads the file. It stays available under Work in progress for a day. */
export function ExportDialog({ run, roster, onClose }: { run: FullRun; roster: Roster; onClose(): void }) {
  const [format, setFormat] = useState<"xlsx" | "csv">("xlsx");
  const download = async () => {
    const id = await exportRoster(run.id, format, m.staff_roster_export_failed());
    await downloadStaff("GET /api/staff/tasks/:id/file", { id });
  };
  const missingCount = roster.withoutName + roster.withoutScfhs;
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_roster_export_title()}
      actionLabel={m.staff_roster_export_action({ count: roster.taken })}
      onClose={onClose}
      onConfirm={download}
    >
      <RadioGroup
        label={m.staff_roster_export_format()}
        hideLabel
        className="flex gap-6"
        value={format}
        onChange={setFormat}
        options={[
          { value: "xlsx", label: "XLSX" },
          { value: "csv", label: "CSV" },
        ]}
      />
      <p>{m.staff_roster_export_columns()}</p>
      {missingCount > 0 && (
        <Alert tone="warning">
          {m.staff_roster_export_missing({ scfhs: roster.withoutScfhs, names: roster.withoutName })}
        </Alert>
      )}
      <Alert>{m.staff_roster_export_personal()}</Alert>
    </ConfirmDialog>
  );
}

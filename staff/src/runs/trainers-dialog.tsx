import { useState } from "react";
import { callStaff } from "../api.ts";
import { TrainerList } from "../content/trainers-field.tsx";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Switch } from "../parts/choice.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import type { FullRun } from "./types.ts";

/** Chooses who teaches a run: the trainers of its course, or others. */
export function TrainersDialog({
  run,
  onClose,
  onSaved,
}: {
  run: FullRun;
  onClose(): void;
  onSaved(run: FullRun): void;
}) {
  const notify = useNotify();
  const [trainerIds, setTrainerIds] = useState(run.trainerIds);
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_runs_trainers_title()}
      actionLabel={m.staff_common_action_save()}
      onClose={onClose}
      onConfirm={async () => {
        onSaved(await callStaff("PUT /api/staff/runs/:id/trainers", { id: run.id, trainerIds }));
        notify(m.staff_runs_saved(), { type: "success" });
      }}
    >
      <Switch
        label={m.staff_runs_trainers_own()}
        checked={trainerIds !== null}
        onChange={(isOn) => setTrainerIds(isOn ? run.speakers.map(({ id }) => id) : null)}
      />
      {trainerIds && <TrainerList ids={trainerIds} onChange={setTrainerIds} />}
      <p className="text-ink-3">{m.staff_runs_trainers_hint()}</p>
    </ConfirmDialog>
  );
}

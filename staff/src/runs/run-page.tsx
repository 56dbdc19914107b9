import { useEffect, useRef, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { Money } from "../parts/money.tsx";
import { Failed, getFailure, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { CancellationDialog } from "./cancellation-dialog.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { DecideCard } from "./decide-card.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { RunAside, type RunChangeName } from "./run-aside.tsx";
import { RunFacts } from "./run-facts.tsx";
import { RunFields } from "./run-fields.tsx";
import { RunHead } from "./run-head.tsx";
import { isChangeable, getFieldLabel } from "./form-values.ts";
import { mustDecide } from "./run-labels.tsx";
import { TeachingDays } from "./teaching-days.tsx";
import { TrainersDialog } from "./trainers-dialog.tsx";
import { NotifiedList } from "./notified-list.tsx";
import type { Cancellation, ChangedRun, FullRun } from "./types.ts";
import { useRunForm } from "./use-run-form.ts";
import { TaskAlert } from "../tasks/task-alert.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

/** The page of a run: days, venue, seats, price, accreditation, and actions. */
export default function RunPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const [taskId, setTaskId] = useState<number | null>(null);
  const failure = getFailure({ data, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState lines={10} />;
  return <RunForm key={data.id} initialRun={data} taskId={taskId} onTaskStart={setTaskId} />;
}

function RunForm({
  initialRun,
  taskId,
  onTaskStart,
}: {
  initialRun: FullRun;
  /** The task that the last change has started. */
  taskId: number | null;
  onTaskStart(taskId: number | null): void;
}) {
  const { localized } = useFormats();
  const can = useCan();
  const client = useQueryClient();
  const form = useRunForm(initialRun, () => void client.invalidateQueries({ queryKey: ["staff"] }));
  const { run, values, days, errors, unsavedCount, isSaving, movePreview, conflict } = form;
  const { data: options } = useQuery(staffQuery("GET /api/staff/run-options"));
  const [dialog, setDialog] = useState<RunChangeName | "decide" | null>(null);
  const waitingCancellation = run.cancellation?.state === "waiting" ? run.cancellation : null;
  const isEditable = can("schedule.write") && isChangeable(run, today());
  const name = localized(run.name_eng, run.name_ar);
  const applyChange = (changedRun: ChangedRun) => {
    onTaskStart(changedRun.taskId);
    form.applyRun(changedRun);
  };
  return (
    <>
      <RunHead
        run={run}
        sticky={isEditable}
        actions={
          <>
            <span role="status" className="text-sm">
              {isEditable && unsavedCount > 0 && m.staff_common_unsaved({ count: unsavedCount })}
            </span>
            {can("schedule.write") && (
              <Button variant="secondary" icon="copy" onClick={() => setDialog("copy")}>
                {m.staff_runs_copy_short()}
              </Button>
            )}
            {isEditable && (
              <Button
                variant="primary"
                isPending={isSaving}
                disabled={unsavedCount === 0}
                data-shortcut="save"
                onClick={() => void form.save()}
              >
                {m.staff_common_action_save()}
              </Button>
            )}
          </>
        }
      />
      <h2 className="sr-only">{name}</h2>
      {taskId !== null && (
        <TaskAlert taskId={taskId} runningText={m.staff_runs_work_open()} endedText={m.staff_runs_work_ended()} />
      )}
      {waitingCancellation && (
        <WaitingCancellation cancellation={waitingCancellation} onOpen={() => setDialog("decide")} />
      )}
      {mustDecide(run) && <DecideCard run={run} onChange={setDialog} onDecided={form.applyRun} />}
      <div className="grid gap-4">
        <Problem>{form.problem}</Problem>
        {conflict && (
          <Alert
            tone="warning"
            isUrgent
            actions={
              <div className="flex flex-wrap items-center gap-2">
                <Button variant="secondary" size="sm" disabled={isSaving} onClick={() => void form.takeTheirs()}>
                  {m.staff_common_action_take_theirs()}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={isSaving}
                  onClick={() => void form.save(conflict.version)}
                >
                  {m.staff_runs_conflict_mine()}
                </Button>
              </div>
            }
          >
            <strong>{m.staff_runs_conflict_title()}</strong>
            <ul>
              {Object.entries(conflict.current)
                .filter(([field, value]) => String(value ?? "") !== String(values[field as keyof typeof values]))
                .map(([field, value]) => (
                  <li key={field}>
                    {getFieldLabel(field as keyof typeof values)}: <ins>{String(value ?? "–")}</ins>{" "}
                    <del>{values[field as keyof typeof values]}</del>
                  </li>
                ))}
            </ul>
          </Alert>
        )}
        <AsideLayout>
          <div className="grid gap-4">
            {isEditable ? (
              <>
                <TeachingDays
                  days={days}
                  delivery={values.delivery}
                  errors={errors}
                  isUnconfirmed={!run.timesConfirmed}
                  clashes={run.clashes}
                  runId={run.id}
                  onChange={form.setDays}
                />
                <RunFields values={values} errors={errors} options={options} run={run} onChange={form.change} />
              </>
            ) : (
              <RunFacts run={run} taxPercent={options?.taxPercent} />
            )}
          </div>
          <RunAside run={run} onChange={setDialog} onSaved={form.showTrainersAndLink} />
        </AsideLayout>
      </div>
      {dialog === "copy" && <CopyDialog run={run} onClose={() => setDialog(null)} />}
      {dialog === "trainers" && (
        <TrainersDialog run={run} onClose={() => setDialog(null)} onSaved={form.showTrainersAndLink} />
      )}
      {dialog === "move" && <MoveDialog run={run} onClose={() => setDialog(null)} onMoved={applyChange} />}
      {dialog === "cancel" && <CancelDialog run={run} onClose={() => setDialog(null)} onCancelled={applyChange} />}
      {dialog === "decide" && waitingCancellation && (
        <CancellationDialog
          run={run}
          cancellation={waitingCancellation}
          onClose={() => setDialog(null)}
          onDecided={(task) => {
            onTaskStart(task);
            void client.invalidateQueries({ queryKey: ["staff"] });
          }}
        />
      )}
      {movePreview && (
        <ConfirmDialog
          isOpen
          title={m.staff_runs_days_changed()}
          actionLabel={m.staff_runs_save_and_tell({ count: movePreview.mails.total })}
          onClose={() => form.setMovePreview(null)}
          onConfirm={form.saveAndNotify}
        >
          <NotifiedList preview={movePreview} speakers={run.speakers} change="move" />
        </ConfirmDialog>
      )}
      <LeaveDialog isDirty={isEditable && unsavedCount > 0} />
    </>
  );
}

function WaitingCancellation({ cancellation, onOpen }: { cancellation: Cancellation; onOpen(): void }) {
  const can = useCan();
  const banner = useRef<HTMLDivElement>(null);
  // The button that requests a cancellation is far below, so the page scrolls up to this banner.
  useEffect(() => {
    banner.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={banner} className="mb-5 scroll-mt-40">
      <Alert
        tone="warning"
        actions={
          (can("orders.approve") || can("schedule.cancel")) && (
            <Button variant="primary" size="sm" onClick={onOpen}>
              {m.staff_common_action_review()}
            </Button>
          )
        }
      >
        {m.staff_runs_cancellation_waits({ name: cancellation.askedBy.name })}{" "}
        <Money riyals={cancellation.amount} withCurrency />
      </Alert>
    </div>
  );
}

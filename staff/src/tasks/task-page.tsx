import { useState } from "react";
import { useMe } from "../frame/session.ts";
import { useParams } from "react-router";
import { m } from "../messages.ts";
import { callStaff } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Details } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, getFailure, LoadingState } from "../parts/states.tsx";
import { TaskFile } from "./task-file.tsx";
import { TaskChip, TaskProgress } from "./task-state.tsx";
import { isOpen, useTask, type FullTask } from "./use-task.ts";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** What a task of a moved or cancelled run counts besides orders: people who were notified, and refunds. */
const runResultKeys = ["told", "refunds"] as const;

/** One task: its progress, its results, and its failures with reasons. */
export default function TaskPage() {
  const { localized, number } = useFormats();
  const { id } = useParams();
  const { data: task, error, refetch } = useTask(Number(id));
  const [isStopping, setIsStopping] = useState(false);
  const me = useMe();
  const failure = getFailure({ data: task, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!task) return <LoadingState />;
  return (
    <>
      <ScreenHead
        title={localized(task.title_eng, task.title_ar)}
        breadcrumb={[{ label: m.staff_menu_work(), to: "/tasks" }]}
        state={<TaskChip task={task} />}
        actions={
          isOpen(task) &&
          task.mayStop && (
            <Button variant="secondary" onClick={() => setIsStopping(true)}>
              {m.staff_tasks_cancel()}
            </Button>
          )
        }
      />
      <div className="grid gap-4">
        {task.problem && <Alert tone="danger">{task.problem}</Alert>}
        <Panel>
          <Details
            rows={[
              { label: m.staff_tasks_columns_progress(), value: <TaskProgress task={task} /> },
              {
                label: m.staff_tasks_columns_started_by(),
                value: (
                  <>
                    <bdi>{task.startedBy.name}</bdi>
                    {me.id === task.startedBy.id && ` (${m.staff_tasks_you()})`}
                  </>
                ),
              },
              { label: m.staff_tasks_columns_at(), value: <DateTime value={task.createdAt} /> },
              task.endedAt && { label: m.staff_tasks_ended(), value: <DateTime value={task.endedAt} /> },
              ...(task.kind.startsWith("run.")
                ? runResultKeys.map((name) => {
                    const count = Number(task.result?.[name] ?? 0);
                    return (
                      (name === "told" || count > 0) && { label: m[`staff_tasks_run_${name}`](), value: number(count) }
                    );
                  })
                : [{ label: m.staff_tasks_columns_file(), value: <TaskFile task={task} /> }]),
            ]}
          />
        </Panel>
        {task.failures.length > 0 && <Failures task={task} />}
      </div>
      <ConfirmDialog
        isOpen={isStopping}
        title={m.staff_tasks_cancel_title()}
        actionLabel={m.staff_tasks_cancel_action()}
        cancelLabel={m.staff_tasks_cancel_keep()}
        isDangerous
        onClose={() => setIsStopping(false)}
        onConfirm={async () => {
          await callStaff("POST /api/staff/tasks/:id/cancel", { id: task.id });
          await refetch();
        }}
      >
        <p>{m.staff_tasks_cancel_text()}</p>
      </ConfirmDialog>
    </>
  );
}

function Failures({ task: { failures, failed } }: { task: FullTask }) {
  const { localized } = useFormats();
  const hiddenCount = failed - failures.length;
  return (
    <Panel title={m.staff_tasks_failures()} count={failed} flush>
      <ScrollTable label={m.staff_tasks_failures()} columns={[m.staff_tasks_what(), m.staff_common_reason()]}>
        {failures.map(({ what, why_eng, why_ar }, index) => (
          <tr key={index}>
            <td>
              <bdi>{what}</bdi>
            </td>
            <td>{localized(why_eng, why_ar)}</td>
          </tr>
        ))}
      </ScrollTable>
      {hiddenCount > 0 && (
        <footer className="flex flex-wrap items-center gap-2 px-pad py-3 text-ink-3">
          {m.staff_tasks_more_failures({ count: hiddenCount })}
        </footer>
      )}
    </Panel>
  );
}

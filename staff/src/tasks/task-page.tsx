import { Fragment, useState } from "react";
import { useMe } from "../frame/session.ts";
import { useParams } from "react-router";
import { m } from "../messages.ts";
import { Button } from "../parts/button.tsx";
import { callStaff } from "../api.ts";
import { Alert } from "../parts/alert.tsx";
import { Card } from "../parts/card.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Failed, failureOf, Loading } from "../parts/states.tsx";
import { TaskFile } from "./task-file.tsx";
import { TaskChip, TaskProgress } from "./task-state.tsx";
import { isOpen, useTask, type FullTask } from "./use-task.ts";
import { Table } from "../parts/table.tsx";

/** One piece of long work: how far it is, what it did, what failed and why. */
export default function TaskPage() {
  const { localized } = useFormats();
  const { id } = useParams();
  const { data: task, error, refetch } = useTask(Number(id));
  const [isStopping, setIsStopping] = useState(false);
  const me = useMe();
  const failure = failureOf({ data: task, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!task) return <Loading />;
  return (
    <>
      <PageHead
        title={localized(task.title_eng, task.title_ar)}
        breadcrumb={[{ label: m.staff_tasks_title(), to: "/tasks" }]}
        state={<TaskChip task={task} />}
        actions={
          isOpen(task) && task.may_stop && <Button onClick={() => setIsStopping(true)}>{m.staff_tasks_cancel()}</Button>
        }
      />
      <div className="stack">
        {task.problem && <Alert tone="wrong">{task.problem}</Alert>}
        <Card>
          <dl className="details">
            <dt>{m.staff_tasks_columns_progress()}</dt>
            <dd>
              <TaskProgress task={task} />
            </dd>
            <dt>{m.staff_tasks_columns_started_by()}</dt>
            <dd>
              <bdi>{task.started_by.name}</bdi>
              {me.id === task.started_by.id && ` (${m.staff_tasks_you()})`}
            </dd>
            <dt>{m.staff_tasks_columns_at()}</dt>
            <dd>
              <DateTime value={task.created_at} />
            </dd>
            {task.ended_at && (
              <>
                <dt>{m.staff_tasks_ended()}</dt>
                <dd>
                  <DateTime value={task.ended_at} />
                </dd>
              </>
            )}
            {task.kind.startsWith("run.") ? (
              <RunChange result={task.result} />
            ) : (
              <>
                <dt>{m.staff_tasks_columns_file()}</dt>
                <dd>
                  <TaskFile task={task} />
                </dd>
              </>
            )}
          </dl>
        </Card>
        {task.failures.length > 0 && <Failures task={task} />}
      </div>
      <ConfirmDialog
        isOpen={isStopping}
        title={m.staff_tasks_cancel_title()}
        action={m.staff_tasks_cancel_action()}
        keep={m.staff_tasks_cancel_keep()}
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

/** What the work after a moved or cancelled run has done beside its orders. */
function RunChange({ result }: { result: FullTask["result"] }) {
  const { number } = useFormats();
  return (["told", "refunds"] as const)
    .map((name) => [name, Number(result?.[name] ?? 0)] as const)
    .filter(([name, count]) => name === "told" || count > 0)
    .map(([name, count]) => (
      <Fragment key={name}>
        <dt>{m[`staff_tasks_run_${name}`]()}</dt>
        <dd>{number(count)}</dd>
      </Fragment>
    ));
}

function Failures({ task: { failures, failed } }: { task: FullTask }) {
  const { localized } = useFormats();
  const more = failed - failures.length;
  return (
    <Card title={m.staff_tasks_failures()} count={failed} flush>
      <Table label={m.staff_tasks_failures()} columns={[m.staff_tasks_what(), m.staff_tasks_why()]}>
        {failures.map(({ what, why_eng, why_ar }, at) => (
          <tr key={at}>
            <td>
              <bdi>{what}</bdi>
            </td>
            <td>{localized(why_eng, why_ar)}</td>
          </tr>
        ))}
      </Table>
      {more > 0 && <footer className="toolbar quiet">{m.staff_tasks_more_failures({ count: more })}</footer>}
    </Card>
  );
}

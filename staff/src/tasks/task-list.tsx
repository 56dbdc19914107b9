import { m, type NameIn } from "../messages.ts";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { LoadingState } from "../parts/states.tsx";
import { IssuesBeingSent, useIssuesBeingSent } from "./issues-being-sent.tsx";
import { TaskFile } from "./task-file.tsx";
import { TaskChip, TaskProgress } from "./task-state.tsx";
import { isOpen, refetchIntervalMs, type Task } from "./use-task.ts";
import { Lines } from "../parts/lines.tsx";

/** Lists the tasks of the signed-in person, or for owners those of everyone, with progress and files. */
export default function TaskList() {
  const { localized } = useFormats();
  const issues = useIssuesBeingSent();
  const makeColumn = (name: NameIn<"tasks_columns">, render: ListColumn<Task>["render"]): ListColumn<Task> => ({
    name,
    label: m[`staff_tasks_columns_${name}`](),
    render,
  });
  const getTitle = (task: Task) => localized(task.title_eng, task.title_ar);
  const columns: ListColumn<Task>[] = [
    makeColumn("title", getTitle),
    makeColumn("state", (task) => <TaskChip task={task} />),
    makeColumn("progress", (task) => <TaskProgress task={task} />),
    { ...makeColumn("started_by", (task) => <bdi>{task.startedBy.name}</bdi>), minWidth: 1200 },
    { ...makeColumn("at", (task) => <DateTime value={task.createdAt} />), sort: "id" },
    makeColumn("file", (task) => <TaskFile task={task} />),
  ];
  const views = [
    { name: "all", label: m.staff_common_all(), filter: {} },
    { name: "open", label: m.staff_tasks_views_open(), filter: { state: ["queued", "running"] } },
    { name: "failed", label: m.staff_tasks_states_failed(), filter: { state: ["failed"] } },
    { name: "mine", label: m.staff_tasks_views_mine(), filter: { mine: true } },
  ];
  const head = <ScreenHead title={m.staff_menu_work()} facts={m.staff_tasks_facts()} />;
  // The newsletter issues are above the list. Both appear together, so that the list does not move.
  if (issues === null)
    return (
      <>
        {head}
        <section className="card">
          <LoadingState />
        </section>
      </>
    );
  return (
    <ListLayout<Task>
      list="tasks"
      caption={m.staff_tasks_caption()}
      sort="-id"
      refreshMs={(tasks) => (tasks.some(isOpen) ? refetchIntervalMs : false)}
      head={
        <>
          {head}
          {issues.length > 0 && (
            <section className="card mb-5">
              <header>
                <h2>{m.staff_tasks_letters()}</h2>
              </header>
              <IssuesBeingSent issues={issues} />
            </section>
          )}
        </>
      }
      views={views}
      columns={columns}
      to={({ id }) => `/tasks/${id}`}
      renderCard={(task) => (
        <Lines>
          <span className="font-medium">{getTitle(task)}</span>
          <TaskChip task={task} />
          <TaskProgress task={task} />
        </Lines>
      )}
      empty={{ title: m.staff_tasks_empty(), text: m.staff_tasks_empty_text() }}
    />
  );
}

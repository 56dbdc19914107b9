import { m } from "../messages.ts";
import type { TaskState } from "../../../src/features/staff/tasks/task-states.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { isOpen, type Task } from "./use-task.ts";

const stateStyles: Record<TaskState, { tone: Tone; icon: IconName }> = {
  queued: { tone: "neutral", icon: "clock" },
  running: { tone: "info", icon: "loader-circle" },
  done: { tone: "good", icon: "circle-check" },
  failed: { tone: "wrong", icon: "circle-x" },
  cancelled: { tone: "neutral", icon: "circle-minus" },
};

/** The state of a task. A finished task with failures needs attention. */
export function TaskChip({ task: { state, failed } }: { task: Pick<Task, "state" | "failed"> }) {
  if (state === "done" && failed > 0)
    return (
      <Chip tone="attention" icon="clock-alert">
        {m.staff_tasks_states_done_in_part()}
      </Chip>
    );
  return <Chip {...stateStyles[state]}>{m[`staff_tasks_states_${state}`]()}</Chip>;
}

/** The progress of a task in numbers and, while it runs, as a bar. */
export function TaskProgress({ task }: { task: Task }) {
  const { number, localized } = useFormats();
  const { done, failed, total } = task;
  const processed = done + failed;
  const text =
    total === null
      ? m.staff_tasks_done({ n: done, done: number(done) })
      : m.staff_tasks_done_of({ done: number(done), total: number(total) });
  return (
    <div className="grid min-w-36 gap-1.25">
      {isOpen(task) && (
        <progress
          aria-label={localized(task.title_eng, task.title_ar)}
          {...(total !== null && task.state === "running"
            ? { value: Math.min(processed, total), max: Math.max(total, 1) }
            : {})}
        />
      )}
      <span className="text-sm">
        {text}
        {failed > 0 && (
          <span className="text-danger"> · {m.staff_tasks_failed({ n: failed, failed: number(failed) })}</span>
        )}
      </span>
    </div>
  );
}

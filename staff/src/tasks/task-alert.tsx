import { useEffect } from "react";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { TaskProgress } from "./task-state.tsx";
import { isOpen, useTask } from "./use-task.ts";
import { TextLink } from "../parts/text-link.tsx";

interface TaskAlertProps {
  taskId: number;
  /** What it says while the work goes on, and afterwards. */
  open: string;
  ended: string;
  /** The work is over; the same function at each drawing. */
  onEnd?: () => void;
}

/** How far work is that was started on this page; later it is found under "Work in progress". */
export function TaskAlert({ taskId, open, ended, onEnd }: TaskAlertProps) {
  const { data: task } = useTask(taskId);
  const hasEnded = task !== undefined && !isOpen(task);
  useEffect(() => {
    if (hasEnded) onEnd?.();
  }, [hasEnded, onEnd]);
  if (!task) return null;
  const tone = isOpen(task) ? "info" : task.state === "done" && task.failed === 0 ? "success" : "warning";
  return (
    <div className="mb-5" role="status">
      <Alert tone={tone} actions={<TextLink to={`/tasks/${task.id}`}>{m.staff_runs_work_look()}</TextLink>}>
        {isOpen(task) ? open : (task.problem ?? ended)}
        <TaskProgress task={task} />
      </Alert>
    </div>
  );
}

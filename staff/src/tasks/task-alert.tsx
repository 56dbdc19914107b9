import { useEffect } from "react";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { TaskProgress } from "./task-state.tsx";
import { isOpen, useTask } from "./use-task.ts";
import { TextLink } from "../parts/text-link.tsx";

interface TaskAlertProps {
  taskId: number;
  /** Texts while the task runs, and afterwards. */
  runningText: string;
  endedText: string;
  /** Called when the task has ended. Must be stable between renders. */
  onEnd?: () => void;
}

/** The progress of a task that was started on this page. The task is also listed under Work in progress. */
export function TaskAlert({ taskId, runningText, endedText, onEnd }: TaskAlertProps) {
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
        {isOpen(task) ? runningText : (task.problem ?? endedText)}
        <TaskProgress task={task} />
      </Alert>
    </div>
  );
}

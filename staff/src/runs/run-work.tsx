import { useTranslate } from "ra-core";
import { Link } from "react-router-dom";
import { TaskProgress } from "../tasks/task-state.tsx";
import { isOpen, useTask } from "../tasks/use-task.ts";
import { Alert } from "../ui/alert.tsx";

/**
 * How far telling everyone and returning the money is, right after a change; later it is found under "Work in
 * progress".
 */
export function RunWork({ taskId }: { taskId: number }) {
  const translate = useTranslate();
  const { data: task } = useTask(taskId);
  if (!task) return null;
  const tone = isOpen(task) ? "info" : task.state === "done" && task.failed === 0 ? "good" : "attention";
  return (
    <div className="page-alert" role="status">
      <Alert
        tone={tone}
        actions={
          <Link className="link" to={`/tasks/${task.id}/show`}>
            {translate("runs.work.look")}
          </Link>
        }
      >
        {translate(isOpen(task) ? "runs.work.open" : "runs.work.ended")}
        <TaskProgress task={task} />
      </Alert>
    </div>
  );
}

import { useMe } from "../frame/session.ts";
import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { DownloadButton } from "./export-dialog.tsx";
import type { Task } from "./use-task.ts";

/** The download of a finished task. Only the colleague who started the task gets it, for one day. */
export function TaskFile({ task }: { task: Task }) {
  const { date } = useFormats();
  const me = useMe();
  if (!task.file) return <span className="text-ink-3">–</span>;
  if (me.id !== task.startedBy.id) return <span className="text-sm text-ink-3">{m.staff_tasks_file_of_starter()}</span>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <DownloadButton task={task} />
      <span className="text-sm text-ink-3">
        {m.staff_tasks_file_until({ until: date(task.file.until, "dateTime") })}
      </span>
    </span>
  );
}

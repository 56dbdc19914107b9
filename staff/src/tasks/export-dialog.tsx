import { useState, type ReactNode } from "react";
import { m } from "../messages.ts";
import { Dialog, DialogActions, DialogBody } from "../parts/dialog.tsx";
import type { ExportFormat } from "../../../src/features/staff/tasks/task-states.ts";
import { callStaff, downloadStaff } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { TaskChip, TaskProgress } from "./task-state.tsx";
import { isOpen, useTask, type FullTask } from "./use-task.ts";
import { SegmentedRadio } from "../parts/choice.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

export interface ExportDialogProps {
  isOpen: boolean;
  /** Title, such as "Export the roster". */
  title: string;
  /** Kind in `POST /api/staff/exports`, such as `roster`. */
  kind?: string;
  filter?: object;
  /** Starts a task of another kind, whose file has a single format. */
  start?: () => Promise<{ id: number }>;
  /** Whether the file contains personal data. The dialog then says that the export is written to the audit log. */
  isPersonal?: boolean;
  /** Options above the format, such as columns. */
  children?: ReactNode;
  onClose(): void;
}

const formats: ExportFormat[] = ["xlsx", "csv"];

/**
 * Starts an export, shows its progress and downloads the file. The dialog can be closed: the task continues, and its
 * page has the file.
 */
export function ExportDialog(props: ExportDialogProps) {
  const { title, onClose } = props;
  const [taskId, setTaskId] = useState<number | null>(null);
  const close = () => {
    setTaskId(null);
    onClose();
  };
  if (!props.isOpen) return null;
  return (
    <Dialog title={title} onClose={close} hasSteps>
      {taskId === null ? (
        <ExportOptions {...props} onClose={close} onStarted={setTaskId} />
      ) : (
        <ExportProgress id={taskId} onClose={close} onBack={() => setTaskId(null)} />
      )}
      <span className="sr-only" role="status">
        {taskId !== null && m.staff_tasks_started()}
      </span>
    </Dialog>
  );
}

function ExportOptions(props: ExportDialogProps & { onStarted(taskId: number): void }) {
  const { kind, filter, isPersonal = false, children, onClose, onStarted } = props;
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const form = useForm([]);
  const startExport = props.start ?? (() => callStaff("POST /api/staff/exports", { kind: kind ?? "", format, filter }));
  const start = async () => {
    await form.submit(async () => {
      onStarted((await startExport()).id);
    });
  };
  return (
    <>
      <DialogBody>
        {children}
        {!props.start && (
          <SegmentedRadio
            label={m.staff_tasks_format()}
            value={format}
            onChange={setFormat}
            options={formats.map((format) => ({
              value: format,
              label: (
                <>
                  <Icon name={format === "xlsx" ? "file-spreadsheet" : "file-text"} size={16} />
                  {m[`staff_tasks_formats_${format}`]()}
                </>
              ),
            }))}
          />
        )}
        <Problem>{form.problem}</Problem>
        {isPersonal && (
          <p className="flex items-start gap-2 text-sm text-ink-3">
            <Icon name="scroll-text" size={16} />
            {m.staff_tasks_personal()}
          </p>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.staff_common_action_cancel()}
        </Button>
        <Button variant="primary" isPending={form.isPending} onClick={() => void start()}>
          {m.staff_tasks_start_export()}
        </Button>
      </DialogActions>
    </>
  );
}

function ExportProgress({ id, onClose, onBack }: { id: number; onClose(): void; onBack(): void }) {
  const { data: task } = useTask(id);
  return (
    <>
      <DialogBody>
        {/* Keeps its height without the bar and the text, so that the buttons below do not move. */}
        <div className="grid min-h-20 content-start gap-4">
          {task && (
            <div className="flex flex-wrap items-center gap-2">
              <TaskChip task={task} />
              <TaskProgress task={task} />
            </div>
          )}
          {task?.problem && <Alert tone="danger">{task.problem}</Alert>}
          {(!task || isOpen(task)) && <p className="text-ink-3">{m.staff_tasks_may_leave()}</p>}
        </div>
      </DialogBody>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.staff_common_action_close()}
        </Button>
        {task?.state === "failed" && (
          <Button variant="secondary" onClick={onBack}>
            {m.staff_tasks_other_format()}
          </Button>
        )}
        {task?.file && <DownloadButton task={task} isPrimary />}
      </DialogActions>
    </>
  );
}

/** Downloads the file of a finished task. Shows errors beside the button. */
export function DownloadButton({
  task,
  isPrimary = false,
}: {
  task: Pick<FullTask, "id" | "file">;
  isPrimary?: boolean;
}) {
  const form = useForm([]);
  const download = () => form.submit(() => downloadStaff("GET /api/staff/tasks/:id/file", { id: task.id }));
  return (
    <>
      {form.problem && (
        <span role="alert" className="text-sm text-danger">
          {form.problem}
        </span>
      )}
      <Button
        variant={isPrimary ? "primary" : "secondary"}
        size={isPrimary ? "md" : "sm"}
        isPending={form.isPending}
        icon="download"
        onClick={() => void download()}
      >
        {m.staff_common_action_download()}
      </Button>
    </>
  );
}

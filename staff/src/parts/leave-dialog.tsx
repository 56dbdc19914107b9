import { useEffect, useRef, useState } from "react";
import type { Location } from "react-router";
import { useLeaveGuard } from "../frame/leave-guard.tsx";
import { m } from "../messages.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useConfirmClose } from "./use-confirm-close.ts";

interface LeaveDialogProps {
  isDirty: boolean;
  /** Tried before asking. Returns whether everything is saved, so that only unsaved changes are asked about. */
  save?(): Promise<boolean>;
  /** Says what happens to the changes. By default: they are lost. */
  text?: string;
}

/** Asks before unsaved changes are lost by leaving the page or closing the window. */
export function LeaveDialog({ isDirty, save, text }: LeaveDialogProps) {
  const blocker = useLeaveGuard(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const isSaving = useRef(false);
  const isLeaving = useRef(false);
  const [notSaved, setNotSaved] = useState<Location | null>(null);
  useConfirmClose(isDirty);
  useEffect(() => {
    if (!save || blocker.state !== "blocked" || isSaving.current || notSaved === blocker.location) return;
    isSaving.current = true;
    void save().then((isSaved) => {
      isSaving.current = false;
      if (isSaved) blocker.proceed();
      else setNotSaved(blocker.location);
    });
  }, [blocker, save, notSaved]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === "blocked" && (!save || notSaved === blocker.location)}
      title={m.staff_shell_leave_title()}
      actionLabel={m.staff_shell_leave_leave()}
      cancelLabel={m.staff_shell_leave_stay()}
      isDangerous={!save}
      onClose={() => {
        // Going back is not immediate, and the dialog closes meanwhile. Resetting the blocker then would cancel it.
        if (!isLeaving.current) blocker.reset?.();
      }}
      onConfirm={async () => {
        isLeaving.current = true;
        blocker.proceed?.();
      }}
    >
      <p>{text ?? m.staff_shell_leave_lost()}</p>
    </ConfirmDialog>
  );
}

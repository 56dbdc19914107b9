import { useEffect, useRef, useState } from "react";
import type { Location } from "react-router";
import { useLeaveGuard } from "../frame/leave-guard.tsx";
import { m } from "../messages.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useConfirmClose } from "./use-confirm-close.ts";

interface LeaveDialogProps {
  isDirty: boolean;
  /** Called before the dialog opens. If it resolves with true, everything is saved and the dialog stays closed. */
  save?(): Promise<boolean>;
  /** Text of the dialog. By default it says that the changes are lost. */
  text?: string;
}

/** Asks before unsaved changes are lost by leaving the page or closing the window. */
export function LeaveDialog({ isDirty, save, text }: LeaveDialogProps) {
  const blocker = useLeaveGuard(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const isSaving = useRef(false);
  const isLeaving = useRef(false);
  const [unsavedLocation, setUnsavedLocation] = useState<Location | null>(null);
  useConfirmClose(isDirty);
  useEffect(() => {
    if (!save || blocker.state !== "blocked" || isSaving.current || unsavedLocation === blocker.location) return;
    isSaving.current = true;
    void save().then((isSaved) => {
      isSaving.current = false;
      if (isSaved) blocker.proceed();
      else setUnsavedLocation(blocker.location);
    });
  }, [blocker, save, unsavedLocation]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === "blocked" && (!save || unsavedLocation === blocker.location)}
      title={m.staff_shell_leave_title()}
      actionLabel={m.staff_shell_leave_leave()}
      cancelLabel={m.staff_shell_leave_stay()}
      isDangerous={!save}
      onClose={() => {
        // The dialog closes before the navigation has finished. Resetting the blocker then would cancel the navigation.
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

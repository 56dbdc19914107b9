import { useState, type ReactNode } from "react";
import { m } from "../messages.ts";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { Problem } from "./problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The consequences of the action, such as who is notified, or the amount including VAT. */
  children: ReactNode;
  /** Names the action: "Move and tell 14 people". */
  actionLabel: string;
  isDangerous?: boolean;
  /** Label of the button that cancels: "Keep the run". */
  cancelLabel?: string;
  /** The confirming button is disabled until this is true, for example while a reason is missing. */
  isReady?: boolean;
  size?: DialogProps["size"];
  onClose(): void;
  /** Runs while the dialog waits. An error that it throws is shown in the dialog, which stays open. */
  onConfirm(): Promise<void>;
}

/** Asks to confirm an action. Closes after success and returns the focus to the element that opened the dialog. */
export function ConfirmDialog({ isOpen, ...props }: ConfirmDialogProps) {
  return isOpen ? <ConfirmContent {...props} /> : null;
}

function ConfirmContent(props: Omit<ConfirmDialogProps, "isOpen">) {
  const { title, children, actionLabel, isDangerous = false, cancelLabel, isReady = true, size, onClose } = props;
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setIsRunning(true);
    setError(null);
    try {
      await props.onConfirm();
      onClose();
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      setError(failure.message);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Dialog
      title={title}
      size={size}
      isWaiting={isRunning}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isRunning}>
            {cancelLabel ?? m.staff_common_action_cancel()}
          </Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            isPending={isRunning}
            disabled={!isReady}
            onClick={() => void confirm()}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      {children}
      <Problem>{error}</Problem>
    </Dialog>
  );
}

import { useState, type ReactNode } from "react";
import { m } from "../messages.ts";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { Problem } from "./problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The consequences: who is notified, the amount including VAT. */
  children: ReactNode;
  /** Names the action: "Move and tell 14 people". */
  action: string;
  isDangerous?: boolean;
  /** Label of the button that cancels: "Keep the run". */
  keep?: string;
  /** The action is disabled until this is true, such as while a reason is missing. */
  isReady?: boolean;
  size?: DialogProps["size"];
  onClose(): void;
  /** Runs while the dialog waits. An error that it throws is shown in the dialog, which stays open. */
  onConfirm(): Promise<void>;
}

/** Facts and one clear button. Closes itself after success. The focus returns to the element that opened it. */
export function ConfirmDialog({ isOpen, ...props }: ConfirmDialogProps) {
  return isOpen ? <Question {...props} /> : null;
}

function Question(props: Omit<ConfirmDialogProps, "isOpen">) {
  const { title, children, action, isDangerous = false, keep, isReady = true, size, onClose } = props;
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
            {keep ?? m.staff_common_action_cancel()}
          </Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            isPending={isRunning}
            disabled={!isReady}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <Problem>{error}</Problem>
    </Dialog>
  );
}

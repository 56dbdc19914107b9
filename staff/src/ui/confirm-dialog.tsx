import { useState, type ReactNode } from "react";
import { Button, Dialog, DialogActions, DialogContent } from "@mui/material";
import { m } from "../messages.ts";
import { Alert } from "./alert.tsx";
import { BusyButton } from "./busy-button.tsx";
import { DialogHead } from "./dialog-head.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What will happen: who is notified, how much, with VAT. */
  children: ReactNode;
  /** Says what it does: "Move and tell 14 people". */
  action: string;
  isDangerous?: boolean;
  /** What keeps things as they are: "Keep the run". */
  keep?: string;
  /** Until then the action cannot be clicked: a typed number, a reason. */
  isReady?: boolean;
  maxWidth?: "xs" | "sm" | "md" | "lg";
  onClose(): void;
  /** Runs while the dialog waits; what it throws is shown in the dialog, which stays. */
  onConfirm(): Promise<void>;
}

/** Facts, then one clear button. Closes itself after success; the focus returns to what opened it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, action, isDangerous = false, keep, isReady = true, maxWidth = "sm" } = props;
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    if (isRunning) return;
    setError(null);
    props.onClose();
  };
  const confirm = async () => {
    setIsRunning(true);
    setError(null);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      setError(failure.message);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Dialog open={isOpen} onClose={close} fullWidth maxWidth={maxWidth} aria-labelledby="confirm-title">
      <DialogHead id="confirm-title" isWaiting={isRunning} onClose={close}>
        {title}
      </DialogHead>
      <DialogContent>
        <div className="stack">
          {children}
          {error && (
            <Alert tone="wrong" isUrgent>
              {error}
            </Alert>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={close} disabled={isRunning}>
          {keep ?? m.staff_ra_action_cancel()}
        </Button>
        <BusyButton
          variant="contained"
          color={isDangerous ? "error" : "primary"}
          isBusy={isRunning}
          disabled={!isReady}
          onClick={() => void confirm()}
        >
          {action}
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}

import { useState, type ReactNode } from "react";
import { Alert } from "./alert.tsx";
import { Button, type ButtonProps } from "./button.tsx";
import { Modal } from "./modal.tsx";

export interface ConfirmButtonProps extends Pick<ButtonProps, "variant" | "size" | "block" | "className"> {
  label: string;
  title: string;
  /** Says what will be lost. */
  text: ReactNode;
  keepLabel: string;
  /** Resolves with an error message, which the dialog shows, or with "" on success. */
  onConfirm: () => Promise<string>;
}

/** A button for an action that cannot be undone. It asks for confirmation first. */
export function ConfirmButton({ label, title, text, keepLabel, onConfirm, ...button }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState("");

  async function confirm() {
    setPending(true);
    setProblem("");
    try {
      const result = await onConfirm();
      if (result) setProblem(result);
      else setAsking(false);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title={title}>
        <p className="mb-5 text-ink-2">{text}</p>
        {problem && (
          <Alert tone="danger" className="mb-5" announces>
            {problem}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" isPending={isPending} onClick={() => void confirm()}>
            {label}
          </Button>
          <Button variant="secondary" onClick={() => setAsking(false)}>
            {keepLabel}
          </Button>
        </div>
      </Modal>
    </>
  );
}

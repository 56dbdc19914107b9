import { useState } from "react";
import { TextField } from "../../../src/ui/text-field.tsx";
import type { FieldMap } from "../api.ts";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";
import { useForm } from "./use-form.ts";

interface ReasonFieldProps {
  label: string;
  value: string;
  errors?: FieldMap;
  onChange(reason: string): void;
  hint?: string | undefined;
  isRequired?: boolean;
  autoFocus?: boolean;
}

/** A field for a reason as free text. `errors` are those of the call, which sends the text as `reason`. */
export function ReasonField({ errors, onChange, isRequired = true, ...props }: ReasonFieldProps) {
  return (
    <TextField
      {...props}
      required={isRequired}
      error={errors?.["reason"]?.[0]}
      onChange={(event) => onChange(event.target.value)}
      dir="auto"
      maxLength={300}
    />
  );
}

type ReasonDialogProps = Pick<ConfirmDialogProps, "title" | "actionLabel" | "isDangerous" | "onClose" | "children"> & {
  /** Label of the field. */
  label: string;
  onConfirm(reason: string): Promise<void>;
};

/** Asks for a reason before an action. If the server rejects the reason, its message is shown at the field. */
export function ReasonDialog({ label, onConfirm, children, ...props }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const form = useForm(["reason"]);
  return (
    <ConfirmDialog
      {...props}
      isOpen
      size="sm"
      isReady={reason.trim() !== ""}
      onConfirm={() => form.confirm(() => onConfirm(reason))}
    >
      <p>{children}</p>
      <ReasonField autoFocus label={label} value={reason} errors={form.errors} onChange={setReason} />
    </ConfirmDialog>
  );
}

import { useState } from "react";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { AccountPassword } from "#features/people/components/account-password.tsx";

export interface PasswordConfirmationProps {
  label: string;
  variant?: ButtonProps["variant"];
  /** Returns the server's errors, or nothing when it is done. */
  onConfirm: (password: string) => Promise<{ message: string; fields: FieldMap } | undefined>;
  onCancel: () => void;
}

export function PasswordConfirmation({ label, variant, onConfirm, onCancel }: PasswordConfirmationProps) {
  const [wrong, setWrong] = useState<FieldMap>();
  const [failure, setFailure] = useState("");

  async function send(data: FormData) {
    setFailure("");
    const refusal = await onConfirm(String(data.get("password") ?? ""));
    setWrong(refusal?.fields);
    setFailure(refusal?.message ?? "");
  }

  return (
    <Form validationErrors={wrong} onSend={send} className="grid gap-5">
      <AccountPassword />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={variant} pendingText={m.accounts_wait()}>
          {label}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {m.profile_cancel()}
        </Button>
      </div>
    </Form>
  );
}

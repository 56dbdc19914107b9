import { m } from "#messages";
import { Button, type ButtonProps } from "#ui/button.tsx";
import type { Refusal } from "#ui/form-context.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { AccountPassword } from "#features/people/components/account-password.tsx";

export interface PasswordConfirmationProps {
  label: string;
  variant?: ButtonProps["variant"];
  /** Resolves to the server's errors, or to nothing after success. */
  onConfirm: (password: string) => Promise<Refusal | undefined>;
  onCancel: () => void;
}

export function PasswordConfirmation({ label, variant, onConfirm, onCancel }: PasswordConfirmationProps) {
  return (
    <Form onSend={(data) => onConfirm(getFormText(data, "password"))} className="grid gap-5">
      <AccountPassword />
      <FormAlert />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={variant} pendingText={m.common_wait()}>
          {label}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {m.common_action_cancel()}
        </Button>
      </div>
    </Form>
  );
}

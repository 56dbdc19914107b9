import { m } from "#messages";
import { AccountPassword } from "./account-password.tsx";

export function NewPasswordFields({
  label = m.accounts_reset_new(),
  hint = m.accounts_reset_hint(),
}: {
  label?: string;
  hint?: string;
}) {
  return (
    <>
      <AccountPassword label={label} hint={hint} autoComplete="new-password" />
      <AccountPassword
        name="password_confirmation"
        label={m.accounts_password_confirmation()}
        autoComplete="new-password"
      />
    </>
  );
}

import { m } from "#messages";
import { PasswordField } from "#ui/password-field.tsx";

export function NewPasswordFields() {
  const eye = {
    showLabel: m.accounts_password_show(),
    hideLabelText: m.accounts_password_hide(),
    autoComplete: "new-password",
    required: true,
  };
  return (
    <>
      <PasswordField name="password" label={m.accounts_reset_new()} hint={m.accounts_reset_hint()} {...eye} />
      <PasswordField name="password_confirmation" label={m.accounts_password_confirmation()} {...eye} />
    </>
  );
}

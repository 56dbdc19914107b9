import { m } from "#messages";
import { PasswordField } from "#ui/password-field.tsx";

type AccountPasswordProps = Partial<Omit<React.ComponentProps<typeof PasswordField>, "showLabel" | "hideLabelText">>;

/** A field for the account's present password. Props can make it a field for a new one. */
export function AccountPassword(props: AccountPasswordProps) {
  return (
    <PasswordField
      name="password"
      label={m.accounts_password()}
      autoComplete="current-password"
      required
      showLabel={m.accounts_password_show()}
      hideLabelText={m.accounts_password_hide()}
      {...props}
    />
  );
}

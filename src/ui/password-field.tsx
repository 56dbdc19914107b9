import { useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A password field with a button that shows the password. */
export function PasswordField({
  showLabel,
  hideLabelText,
  ...props
}: Omit<TextFieldProps, "type" | "end"> & { showLabel: string; hideLabelText: string }) {
  const [isShown, show] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      dir="ltr"
      end={
        <IconButton
          icon={isShown ? "eye-off" : "eye"}
          label={isShown ? hideLabelText : showLabel}
          aria-pressed={isShown}
          onClick={() => show(!isShown)}
        />
      }
    />
  );
}

import { useTranslate } from "ra-core";
import { TextField } from "@mui/material";

/** A code of the app, or a recovery code. */
export function CodeField({
  value,
  onChange,
  error,
  isRecovery = false,
}: {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  isRecovery?: boolean;
}) {
  const translate = useTranslate();
  return (
    <TextField
      id="code"
      className={`code-input${isRecovery ? " recovery" : ""}`}
      label={translate(isRecovery ? "sign_in.recovery_code" : "sign_in.code")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined}
      helperText={error}
      required
      fullWidth
      autoFocus
      slotProps={{
        htmlInput: {
          inputMode: isRecovery ? "text" : "numeric",
          autoComplete: "one-time-code",
          maxLength: isRecovery ? 40 : 6,
          spellCheck: false,
        },
      }}
    />
  );
}

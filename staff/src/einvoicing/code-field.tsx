import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";

interface CodeFieldProps {
  value: string;
  error?: string | undefined;
  onChange(code: string): void;
}

/** The six-digit code from the tax authority's portal. */
export const CodeField = ({ value, error, onChange }: CodeFieldProps) => (
  <TextField
    label={m.staff_einvoicing_steps_code_title()}
    hint={m.staff_einvoicing_code_hint()}
    required
    name="code"
    value={value}
    error={error}
    dir="ltr"
    inputMode="numeric"
    autoComplete="off"
    maxLength={20}
    onChange={(event) => onChange(event.target.value)}
  />
);

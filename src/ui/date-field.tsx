import { useState } from "react";
import { formatTypedDate, parseTypedDate } from "#i18n/typed-date.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface DateFieldProps extends Omit<TextFieldProps, "type" | "value" | "defaultValue" | "onChange" | "onBlur"> {
  /** `YYYY-MM-DD`. */
  defaultValue?: string | undefined;
  /** The format to type, such as `DD/MM/YYYY`. Shown below the field unless there is a `hint`. */
  format: string;
}

/**
 * A date, typed day first in both languages. A native date field would follow the language of the browser, not of the
 * page. Read the value with `getFormDate`.
 */
export function DateField({ defaultValue, format, hint = format, ...props }: DateFieldProps) {
  const [typed, setTyped] = useState(formatTypedDate(defaultValue ?? null));
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      maxLength={14}
      hint={hint}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => setTyped((text) => formatTypedDate(parseTypedDate(text)) || text)}
    />
  );
}

/**
 * The value that a `DateField` sends: `YYYY-MM-DD`. Text that is not a date is sent as typed, and the server rejects
 * it.
 */
export function getFormDate(data: FormData, name: string): string {
  const typed = String(data.get(name) ?? "");
  return parseTypedDate(typed) ?? typed;
}

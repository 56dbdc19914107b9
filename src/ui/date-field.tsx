import { useState } from "react";
import { dateToType, typedDate } from "#i18n/typed-date.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface DateFieldProps extends Omit<TextFieldProps, "type" | "value" | "defaultValue" | "onChange" | "onBlur"> {
  /** `YYYY-MM-DD`. */
  defaultValue?: string | undefined;
  /** How it is typed, such as `DD/MM/YYYY`. Shown below the field unless there is a `hint`. */
  format: string;
}

/**
 * A day, typed day first in both languages; a browser's own field follows the browser's language instead of the page's.
 * Read it with `getFormDate`.
 */
export function DateField({ defaultValue, format, hint = format, ...props }: DateFieldProps) {
  const [typed, setTyped] = useState(dateToType(defaultValue ?? null));
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
      onBlur={() => setTyped((text) => dateToType(typedDate(text)) || text)}
    />
  );
}

/** What a `DateField` sends: `YYYY-MM-DD`, or as it was typed where that is no day, for the server to refuse. */
export function getFormDate(data: FormData, name: string): string {
  const typed = String(data.get(name) ?? "");
  return typedDate(typed) ?? typed;
}

import { useState } from "react";
import { dateToType, typedDate, typedDateTime, typedTime } from "../../../src/i18n/typed-date.ts";
import { TextField, type TextFieldProps } from "../../../src/ui/text-field.tsx";
import { m } from "../messages.ts";
import { useFormats } from "./formats.ts";

interface DayFieldProps extends Pick<TextFieldProps, "required" | "disabled" | "autoFocus" | "className"> {
  label: string;
  /** `2027-01-14`, `09:30` or `2027-01-14T09:30`; otherwise the typed text, which the server refuses. */
  value: string;
  onChange(value: string): void;
  hint?: string | undefined;
  error?: string | undefined;
  /** For a row of a table: shows no text below the field, so the label must name the format. */
  isInRow?: boolean;
}

interface TypedFieldProps extends DayFieldProps {
  format: string;
  unreadable: string;
  read(text: string): string | null;
  write(value: string): string;
  /** The value as text, in which day and month cannot be confused. */
  spell?(value: string): string;
}

/** The text below a field: the value or the format, then the hint. An error message names the format itself. */
export const textBelow = (field: { isWrong: boolean; spelled: string | undefined; hint: string | undefined }): string =>
  [!field.isWrong && field.spelled, field.hint].filter(Boolean).join(" · ");

/** A field that works the same in every browser language. Unreadable text is marked when the field loses focus. */
function TypedField(props: TypedFieldProps) {
  const {
    label,
    value,
    onChange,
    hint,
    error,
    isInRow = false,
    format,
    unreadable,
    read,
    write,
    spell,
    ...rest
  } = props;
  const isReadable = read(value) !== null;
  const [typed, setTyped] = useState("");
  const [isBlurred, setIsBlurred] = useState(false);
  const toValue = (text: string) => read(text) ?? text.trim();
  // The typed text is not reformatted while the field has focus.
  const text = toValue(typed) === value ? typed : isReadable ? write(value) : value;
  const isWrong = isBlurred && value !== "" && !isReadable;
  return (
    <TextField
      {...rest}
      label={label}
      hint={isInRow ? undefined : textBelow({ isWrong, spelled: isReadable ? spell?.(value) : format, hint })}
      error={isWrong ? unreadable : error}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        setIsBlurred(false);
        onChange(toValue(target.value));
      }}
      onBlur={() => {
        setTyped("");
        setIsBlurred(true);
      }}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      maxLength={20}
    />
  );
}

/** A date, typed day first. */
export function DayField(props: DayFieldProps) {
  const { nearDay } = useFormats();
  return (
    <TypedField
      {...props}
      format={m.staff_common_format_date()}
      unreadable={m.staff_common_unreadable_date()}
      read={typedDate}
      write={dateToType}
      spell={nearDay}
    />
  );
}

/** A time on the 24-hour clock. */
export function TimeField(props: DayFieldProps) {
  return (
    <TypedField
      {...props}
      format={m.staff_common_format_time()}
      unreadable={m.staff_common_unreadable_time()}
      read={typedTime}
      write={(time) => time}
    />
  );
}

/** A day and a time, such as `14/01/2027 16:00`. */
export function DateTimeField(props: DayFieldProps) {
  const { nearDay, facts } = useFormats();
  return (
    <TypedField
      {...props}
      format={`${m.staff_common_format_date()} ${m.staff_common_format_time()}`}
      unreadable={m.staff_common_unreadable_date_time()}
      read={typedDateTime}
      write={(moment) => `${dateToType(moment.slice(0, 10))} ${moment.slice(11)}`}
      spell={(moment) => facts(nearDay(moment.slice(0, 10)), moment.slice(11))}
    />
  );
}

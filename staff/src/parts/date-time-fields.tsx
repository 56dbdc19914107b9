import { useState } from "react";
import { formatTypedDate, parseTypedDate, parseTypedDateTime, parseTypedTime } from "../../../src/i18n/typed-date.ts";
import { TextField, type TextFieldProps } from "../../../src/ui/text-field.tsx";
import { m } from "../messages.ts";
import { useFormats } from "./formats.ts";

interface DayFieldProps extends Pick<TextFieldProps, "required" | "disabled" | "autoFocus" | "className"> {
  label: string;
  /** `2027-01-14`, `09:30` or `2027-01-14T09:30`. An unreadable text is kept, and the server refuses it. */
  value: string;
  onChange(value: string): void;
  hint?: string | undefined;
  error?: string | undefined;
  /** Whether the field is in a row of a table. Then it shows no text below, so the label must name the format. */
  isInRow?: boolean;
}

interface TypedFieldProps extends DayFieldProps {
  /** The expected format, to show below the field. */
  format: string;
  unreadableError: string;
  /** Returns the value for a typed text, or null if the text is unreadable. */
  parse(text: string): string | null;
  /** Returns the text to show in the field. */
  toText(value: string): string;
  /** Returns the value as a text in which day and month cannot be confused. */
  spellOut?(value: string): string;
}

/**
 * Returns the text below a field: the value spelled out or the format, then the hint. A wrong field needs no format
 * here, because its error message names the format.
 */
export const getTextBelow = (field: {
  isWrong: boolean;
  spelled: string | undefined;
  hint: string | undefined;
}): string => [!field.isWrong && field.spelled, field.hint].filter(Boolean).join(" · ");

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
    unreadableError,
    parse,
    toText,
    spellOut,
    ...rest
  } = props;
  const isReadable = parse(value) !== null;
  const [typedText, setTypedText] = useState("");
  const [isBlurred, setIsBlurred] = useState(false);
  const toValue = (text: string) => parse(text) ?? text.trim();
  // The typed text is not reformatted while the field has focus.
  const text = toValue(typedText) === value ? typedText : isReadable ? toText(value) : value;
  const isWrong = isBlurred && value !== "" && !isReadable;
  return (
    <TextField
      {...rest}
      label={label}
      hint={isInRow ? undefined : getTextBelow({ isWrong, spelled: isReadable ? spellOut?.(value) : format, hint })}
      error={isWrong ? unreadableError : error}
      value={text}
      onChange={({ target }) => {
        setTypedText(target.value);
        setIsBlurred(false);
        onChange(toValue(target.value));
      }}
      onBlur={() => {
        setTypedText("");
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
      unreadableError={m.staff_common_unreadable_date()}
      parse={parseTypedDate}
      toText={formatTypedDate}
      spellOut={nearDay}
    />
  );
}

/** A time on the 24-hour clock. */
export function TimeField(props: DayFieldProps) {
  return (
    <TypedField
      {...props}
      format={m.staff_common_format_time()}
      unreadableError={m.staff_common_unreadable_time()}
      parse={parseTypedTime}
      toText={(time) => time}
    />
  );
}

/** A day and a time, such as `14/01/2027 16:00`. */
export function DateTimeField(props: DayFieldProps) {
  const { nearDay, joinWithCommas } = useFormats();
  return (
    <TypedField
      {...props}
      format={`${m.staff_common_format_date()} ${m.staff_common_format_time()}`}
      unreadableError={m.staff_common_unreadable_date_time()}
      parse={parseTypedDateTime}
      toText={(moment) => `${formatTypedDate(moment.slice(0, 10))} ${moment.slice(11)}`}
      spellOut={(moment) => joinWithCommas(nearDay(moment.slice(0, 10)), moment.slice(11))}
    />
  );
}

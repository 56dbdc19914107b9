import { useFormats, type DateStyle } from "./formats.ts";

interface DateTimeProps {
  value: string | null | undefined;
  style?: DateStyle;
  /** Formatted for use inside a sentence. */
  isInText?: boolean;
}

/** An instant as in lists, or a date if a style is given, in Riyadh's time. Renders nothing without a value. */
export function DateTime({ value, style, isInText = false }: DateTimeProps) {
  const { date, moment, momentInText } = useFormats();
  if (!value) return null;
  return <time dateTime={value}>{style ? date(value, style) : isInText ? momentInText(value) : moment(value)}</time>;
}

import { useFormats, type DateStyle } from "./formats.ts";

interface DateTimeProps {
  value: string | null | undefined;
  style?: DateStyle;
  /** It stands within a sentence. */
  isInText?: boolean;
}

/** A moment (as lists show it) or, with a style, a day, in Riyadh's time; nothing without one. */
export function DateTime({ value, style, isInText = false }: DateTimeProps) {
  const { date, moment, momentInText } = useFormats();
  if (!value) return null;
  return <time dateTime={value}>{style ? date(value, style) : isInText ? momentInText(value) : moment(value)}</time>;
}

import { useFormats, type DateStyle } from "./formats.ts";

interface DateTimeProps {
  value: string | null | undefined;
  style?: DateStyle;
  /** Whether the instant is part of a sentence. */
  isInText?: boolean;
}

/** An instant in Riyadh's time, in the short form of lists or in the given style. Renders nothing without a value. */
export function DateTime({ value, style, isInText = false }: DateTimeProps) {
  const { date, moment, momentInText } = useFormats();
  if (!value) return null;
  return <time dateTime={value}>{style ? date(value, style) : isInText ? momentInText(value) : moment(value)}</time>;
}

import { useFormats, type DateStyle } from "./formats.ts";

/** A moment (as lists show it) or, with a style, a day, in Riyadh's time; nothing without one. */
export function DateTime({ value, style }: { value: string | null | undefined; style?: DateStyle }) {
  const { date, moment } = useFormats();
  return value ? <time dateTime={value}>{style ? date(value, style) : moment(value)}</time> : null;
}

import { useFormats, type DateStyle } from "./formats.ts";

/** A moment or a day, in Riyadh's time; nothing without one. */
export function DateTime({ value, style = "dateTime" }: { value: string | null | undefined; style?: DateStyle }) {
  const { date } = useFormats();
  return value ? <time dateTime={value}>{date(value, style)}</time> : null;
}

import { normaliseInput } from "./input-text.ts";

const pad = (part: string) => part.padStart(2, "0");

/**
 * Typed day first: `14/1/2027`, `14.01.2027`, `14012027`, also `2027-01-14`. Null when it is incomplete or does not
 * exist.
 */
export function typedDate(text: string): string | null {
  const plain = normaliseInput(text);
  const [, day, month, year] =
    /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$/.exec(plain) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(plain) ?? [];
  const date = day && month && year ? `${year}-${pad(month)}-${pad(day)}` : plain;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}

/** `14/01/2027`; empty for none. */
export function dateToType(date: string | null): string {
  return date ? date.split("-").reverse().join("/") : "";
}

/** `9:30`, `09.30` or `0930` as `09:30`, of 24 hours. Null when it is incomplete or does not exist. */
export function typedTime(text: string): string | null {
  const [, hour = "", minute = ""] = /^(\d{1,2})\s*[:.]?\s*(\d{2})$/.exec(normaliseInput(text)) ?? [];
  return hour !== "" && Number(hour) < 24 && Number(minute) < 60 ? `${pad(hour)}:${minute}` : null;
}

/** A date followed by a time, also in digits alone, as `2027-01-14T16:00`. Null when either cannot be read. */
export function typedDateTime(text: string): string | null {
  const plain = normaliseInput(text);
  const [, first = "", last = ""] = /^(\d{8})(\d{4})$/.exec(plain) ?? /^(.*[^\sT])[\sT]+([^\sT]+)$/.exec(plain) ?? [];
  const [date, time] = [typedDate(first), typedTime(last)];
  return date && time ? `${date}T${time}` : null;
}

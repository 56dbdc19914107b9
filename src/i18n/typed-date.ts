import { isDate } from "./dates.ts";
import { normaliseInput } from "./input-text.ts";

const padToTwo = (part: string) => part.padStart(2, "0");

/**
 * Reads a date that is typed with the day first (`14/1/2027`, `14.01.2027`, `14012027`) or as `2027-01-14`. Returns it
 * as `YYYY-MM-DD`, or null when it is incomplete or does not exist.
 */
export function parseTypedDate(text: string): string | null {
  const plain = normaliseInput(text);
  const [, day, month, year] =
    /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$/.exec(plain) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(plain) ?? [];
  const date = day && month && year ? `${year}-${padToTwo(month)}-${padToTwo(day)}` : plain;
  return isDate(date) ? date : null;
}

/** Formats a date for a field as `14/01/2027`; an empty text for null. */
export function formatTypedDate(date: string | null): string {
  return date ? date.split("-").reverse().join("/") : "";
}

/** Reads `9:30`, `09.30` or `0930` as `09:30` of 24 hours. Returns null when it is incomplete or does not exist. */
export function parseTypedTime(text: string): string | null {
  const [, hour = "", minute = ""] = /^(\d{1,2})\s*[:.]?\s*(\d{2})$/.exec(normaliseInput(text)) ?? [];
  return hour !== "" && Number(hour) < 24 && Number(minute) < 60 ? `${padToTwo(hour)}:${minute}` : null;
}

/**
 * Reads a date followed by a time, also when both are digits only. Returns them as `2027-01-14T16:00`, or null when
 * either cannot be read.
 */
export function parseTypedDateTime(text: string): string | null {
  const plain = normaliseInput(text);
  const [, first = "", last = ""] = /^(\d{8})(\d{4})$/.exec(plain) ?? /^(.*[^\sT])[\sT]+([^\sT]+)$/.exec(plain) ?? [];
  const [date, time] = [parseTypedDate(first), parseTypedTime(last)];
  return date && time ? `${date}T${time}` : null;
}

import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { megabyte } from "./media.ts";

/** Returns a function that formats bytes in kB or MB. */
export function useSize(): (bytes: number) => string {
  const { number } = useFormats();
  return (bytes) =>
    bytes >= megabyte
      ? m.staff_media_size_mb({ size: number(Math.round((bytes / megabyte) * 10) / 10) })
      : m.staff_media_size_kb({ size: number(Math.max(1, Math.round(bytes / 1024))) });
}

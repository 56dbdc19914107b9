import { useTranslate } from "ra-core";
import { useFormats } from "../ui/formats.ts";
import { megabyte } from "./media.ts";

/** Bytes in kB or MB, as people say them. */
export function useSize(): (bytes: number) => string {
  const translate = useTranslate();
  const { number } = useFormats();
  return (bytes) =>
    bytes >= megabyte
      ? translate("media.size.mb", { size: number(Math.round((bytes / megabyte) * 10) / 10) })
      : translate("media.size.kb", { size: number(Math.max(1, Math.round(bytes / 1024))) });
}

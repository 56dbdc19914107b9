import { m, toSnakeCase } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import type { SaveStatus } from "./autosave.ts";
import { useFormats } from "./formats.ts";
import { clsx } from "clsx/lite";

const icons: Record<SaveStatus["kind"], IconName> = {
  unchanged: "check",
  waiting: "loader-circle",
  saving: "loader-circle",
  saved: "cloud-check",
  published: "circle-check",
  paused: "pause",
  unsent: "cloud-off",
};

// The width is fixed, because the text changes while someone types.
export const saveStateClass =
  "inline-flex min-w-42 items-center justify-end gap-1.5 text-sm text-ink-2 max-md:min-w-0 max-md:flex-1";
const statusClasses: Partial<Record<SaveStatus["kind"], string>> = {
  saved: "[&>svg]:text-success",
  published: "[&>svg]:text-success",
  unsent: "text-danger",
  paused: "text-warning",
};

/** Shows whether the text is saved. */
export function SaveState({ status }: { status: SaveStatus }) {
  const { date } = useFormats();
  const getText = () => {
    if (status.kind === "unchanged") return "";
    if (status.kind === "unsent")
      return m[`staff_editor_save_unsent_${toSnakeCase(status.reason)}`]({ message: status.message });
    if (status.kind === "saved" || status.kind === "published")
      return m[`staff_editor_save_${status.kind}`]({ time: date(status.at, "time") });
    return m[`staff_editor_save_${status.kind}`]();
  };
  return (
    <span role="status" className={clsx(saveStateClass, statusClasses[status.kind])}>
      {status.kind !== "unchanged" && <Icon key={status.kind} name={icons[status.kind]} size={16} />}
      {getText()}
    </span>
  );
}

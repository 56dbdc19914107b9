import { isolate } from "../../../src/i18n/isolate.ts";
import type { StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";

export type ChangeRow = StaffReply<"GET /api/staff/change-requests">["data"][number];

/** Returns a function that summarises a request in one line. */
export function useRequestSummary() {
  const { date } = useFormats();
  return ({ kind, seats: count, toStartDate: newDate }: ChangeRow) => {
    if (kind === "person") return m.staff_changes_asks_person();
    if (kind === "cancel") return m.staff_changes_asks_cancel({ count });
    return m.staff_changes_asks_move({ count, date: isolate(newDate ? date(newDate) : "") });
  };
}

import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import { useCan } from "../frame/session.ts";
import { m, type PlainKey } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";

/**
 * Message keys of what the search label names for a role. Pages are named only for roles that do not search orders,
 * although every role with `content.read` can find them.
 */
export function searchLabelKeys(can: (permission: StaffPermission) => boolean): PlainKey[] {
  const labels: [PlainKey, boolean][] = [
    ["staff_menu_orders", can("orders.read")],
    ["staff_menu_people", can("people.read")],
    ["staff_menu_courses", can("schedule.read") || can("content.read")],
    ["staff_menu_pages", !can("orders.read") && can("content.read")],
  ];
  return labels.filter(([, isAllowed]) => isAllowed).map(([key]) => key);
}

/** The label of the search for this role, with lower-case nouns because they are inside a sentence. */
export function useSearchLabel(): string {
  const { joinWithCommas } = useFormats();
  const nouns = searchLabelKeys(useCan()).map((key) => m[key]().toLowerCase());
  return m.staff_shell_search({ what: joinWithCommas(...nouns) });
}

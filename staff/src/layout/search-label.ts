import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import { useMay } from "../frame/session.ts";
import { m, type PlainKey } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";

/** What the search can find, as message keys. Leaves out what the role may not see. */
export function searchLabelKeys(may: (permission: StaffPermission) => boolean): PlainKey[] {
  const labels: [PlainKey, boolean][] = [
    ["staff_menu_orders", may("orders.read")],
    ["staff_menu_people", may("people.read")],
    ["staff_menu_courses", may("schedule.read") || may("content.read")],
    ["staff_menu_pages", !may("orders.read") && may("content.read")],
  ];
  return labels.filter(([, isAllowed]) => isAllowed).map(([key]) => key);
}

/** The label of the search for this role, with its nouns in the case that the sentence needs. */
export function useSearchLabel(): string {
  const { facts } = useFormats();
  const nouns = searchLabelKeys(useMay()).map((key) => m[key]().toLowerCase());
  return m.staff_shell_search({ what: facts(...nouns) });
}

import type { StaffPermission } from "../../../src/features/people/permissions.ts";

/** What the search finds for someone, each a key of its word: a role is promised nothing that it may not see. */
export function searchWords(may: (permission: StaffPermission) => boolean): string[] {
  const finds: [string, boolean][] = [
    ["menu.orders", may("orders.read")],
    ["menu.people", may("people.read")],
    ["menu.courses", may("schedule.read") || may("content.read")],
    ["menu.pages", !may("orders.read") && may("content.read")],
  ];
  return finds.filter(([, isFound]) => isFound).map(([key]) => key);
}

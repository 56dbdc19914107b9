/** Commands of the palette: pages to open and records to create. */
import { type PlainKey } from "../messages.ts";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import { menuFor } from "../layout/menu.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { pages } from "../routes.tsx";

/** The letter that opens a page after the key G, by the page's name in the menu (STAFF.md §7). */
export const pageKeys: Record<string, string> = {
  today: "T",
  orders: "O",
  runs: "R",
  courses: "C",
  people: "U",
  payments: "P",
  enquiries: "E",
  mails: "M",
};

/** Returns the paths of all pages of the portal. */
export const getKnownPaths = (): ReadonlySet<string> => new Set(pages.map(({ path }) => path));

type Can = (permission: StaffPermission) => boolean;

/** Returns the menu entries of the pages that a person may open. */
export const getMenuPages = (can: Can) => menuFor(can, getKnownPaths()).flatMap(({ lines }) => lines);

export interface Creation {
  /** Key of the label. */
  name: PlainKey;
  to: string;
  icon: IconName;
}
const creations: (Creation & { resource: string; permission: StaffPermission })[] = [
  {
    name: "staff_common_action_new_run",
    to: "/runs/create",
    icon: "calendar-plus",
    resource: "runs",
    permission: "schedule.write",
  },
  {
    name: "staff_today_new_course",
    to: "/courses?new",
    icon: "plus",
    resource: "courses",
    permission: "courses.write",
  },
  {
    name: "staff_palette_open_order",
    to: "/orders/create",
    icon: "landmark",
    resource: "orders",
    permission: "orders.transfer",
  },
];

/** Lists that can show all results for a search text. */
const searchableLists: { name: "orders" | "people"; icon: IconName; permission: StaffPermission }[] = [
  { name: "orders", icon: "receipt-text", permission: "orders.read" },
  { name: "people", icon: "users", permission: "people.read" },
];
/** Returns the lists that a person may search. */
export const getSearches = (can: Can) => searchableLists.filter(({ permission }) => can(permission));

/** Returns the commands for the records that a person may create. */
export const getCreations = (can: Can): Creation[] =>
  creations.filter(({ resource, permission }) => getKnownPaths().has(`/${resource}`) && can(permission));

/** Commands of the palette: pages of the menu and records to create. */
import { type PlainKey } from "../messages.ts";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import { menuFor } from "../layout/menu.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { pages } from "../routes.tsx";

/** The letter after G for each page (STAFF.md §7), by its name in the menu. */
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

/** Addresses that the portal can open. */
export const getKnownPaths = (): ReadonlySet<string> => new Set(pages.map(({ path }) => path));

type Can = (permission: StaffPermission) => boolean;

/** The pages that a person can go to. */
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

/** Lists that show all results for a text. */
const searchable: { name: "orders" | "people"; icon: IconName; permission: StaffPermission }[] = [
  { name: "orders", icon: "receipt-text", permission: "orders.read" },
  { name: "people", icon: "users", permission: "people.read" },
];
export const getSearches = (can: Can) => searchable.filter(({ permission }) => can(permission));

/** Records that a person can create from anywhere. */
export const getCreations = (can: Can): Creation[] =>
  creations.filter(({ resource, permission }) => getKnownPaths().has(`/${resource}`) && can(permission));

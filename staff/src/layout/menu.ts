/** The portal's menu, grouped by task. Staff see only the entries for which they have a permission. */
import { type NameIn } from "../messages.ts";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import type { IconName } from "../parts/portal-icon-names.ts";

export interface MenuLine {
  /** Key of the label: `staff_menu_<name>`. */
  name: NameIn<"menu">;
  to: string;
  icon: IconName;
  /** The entry is shown to staff with any of these permissions, or to all staff if null. */
  permissions: StaffPermission[] | null;
}
export interface MenuGroup {
  /** Key of the label: `staff_menu_groups_<name>`. The first group has none. */
  name: NameIn<"menu_groups"> | null;
  lines: MenuLine[];
}

export const menu: MenuGroup[] = [
  {
    name: null,
    lines: [
      { name: "today", to: "/", icon: "sun", permissions: null },
      { name: "enquiries", to: "/enquiries", icon: "inbox", permissions: ["enquiries.read"] },
      { name: "work", to: "/tasks", icon: "activity", permissions: null },
    ],
  },
  {
    name: "teaching",
    lines: [
      { name: "courses", to: "/courses", icon: "graduation-cap", permissions: ["content.read"] },
      { name: "runs", to: "/runs", icon: "calendar-days", permissions: ["schedule.read"] },
      { name: "people", to: "/people", icon: "users", permissions: ["people.read"] },
    ],
  },
  {
    name: "sales",
    lines: [
      { name: "orders", to: "/orders", icon: "receipt-text", permissions: ["orders.read"] },
      { name: "discounts", to: "/discounts", icon: "badge-percent", permissions: ["discounts.read"] },
      { name: "changes", to: "/changes", icon: "calendar-sync", permissions: ["changes.decide"] },
      {
        name: "payments",
        to: "/payments",
        icon: "shield-alert",
        permissions: ["orders.resolve", "finance.read"],
      },
      { name: "finance", to: "/finance", icon: "landmark", permissions: ["finance.read"] },
      { name: "einvoicing", to: "/einvoicing", icon: "scan-qr-code", permissions: ["finance.read"] },
    ],
  },
  {
    name: "content",
    lines: [
      { name: "pages", to: "/content", icon: "newspaper", permissions: ["content.read"] },
      { name: "media", to: "/media", icon: "images", permissions: ["media.read"] },
      { name: "newsletter", to: "/newsletter", icon: "megaphone", permissions: ["newsletter.write"] },
    ],
  },
  {
    name: "system",
    lines: [
      { name: "mails", to: "/mails", icon: "mail", permissions: ["mails.read"] },
      { name: "audit", to: "/audit", icon: "scroll-text", permissions: ["audit.read"] },
      { name: "jobs", to: "/jobs", icon: "activity", permissions: ["settings.write"] },
      { name: "staff", to: "/staff", icon: "shield-check", permissions: ["staff.manage"] },
      { name: "settings", to: "/settings", icon: "settings", permissions: ["settings.write", "settings.finance"] },
    ],
  },
];

/** Returns the part of the menu that a person with these permissions sees. `pages` are the paths that exist. */
export function menuFor(has: (permission: StaffPermission) => boolean, pages: ReadonlySet<string>): MenuGroup[] {
  return menu
    .map(({ name, lines }) => ({
      name,
      lines: lines.filter(({ to, permissions }) => pages.has(to) && (permissions === null || permissions.some(has))),
    }))
    .filter(({ lines }) => lines.length > 0);
}

type Counts = {
  readonly [part in "enquiries" | "refunds" | "payments" | "changes" | "mails"]?: { count: number } | undefined;
};

/** Returns the number of items that wait for staff, by menu entry. For orders, these are refunds to approve. */
export const menuCounts = (dashboard: Counts | undefined): Record<string, number> => ({
  enquiries: dashboard?.enquiries?.count ?? 0,
  orders: dashboard?.refunds?.count ?? 0,
  payments: dashboard?.payments?.count ?? 0,
  changes: dashboard?.changes?.count ?? 0,
  mails: dashboard?.mails?.count ?? 0,
});

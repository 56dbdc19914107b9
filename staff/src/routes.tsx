/** TABLE OF CONTENTS of the portal: every page, the permissions it requires, and the file it is loaded from. */
import type { ComponentType } from "react";
import type { StaffPermission } from "../../src/features/people/permissions.ts";

export interface PortalPage {
  path: string;
  /** Any one of these permissions is enough. The server checks again. Without `anyOf` all staff may open the page. */
  anyOf?: readonly StaffPermission[];
  /** Uses the whole window, without app bar and menu. */
  isBare?: boolean;
  load(): Promise<{ default: ComponentType }>;
}

const newsletterPermissions = ["newsletter.write", "newsletter.send"] as const;
const settingsPermissions = ["settings.write", "settings.finance"] as const;
const loadEditor = () => import("./content/editor-page.tsx");
const loadContentList = () => import("./content/content-list.tsx");
const loadEnquiries = () => import("./enquiries/enquiries-page.tsx");
const loadChanges = () => import("./changes/changes-page.tsx");

export const pages: PortalPage[] = [
  { path: "/", load: () => import("./today/today-page.tsx") },
  { path: "/account", load: () => import("./account/account-page.tsx") },
  { path: "/enquiries", anyOf: ["enquiries.read"], load: loadEnquiries },
  { path: "/enquiries/:id", anyOf: ["enquiries.read"], load: loadEnquiries },
  { path: "/tasks", anyOf: ["dashboard.read"], load: () => import("./tasks/task-list.tsx") },
  { path: "/tasks/:id", anyOf: ["dashboard.read"], load: () => import("./tasks/task-page.tsx") },
  { path: "/courses", anyOf: ["content.read"], load: () => import("./courses/courses-list.tsx") },
  { path: "/courses/:id", anyOf: ["courses.write"], load: loadEditor },
  { path: "/runs", anyOf: ["schedule.read"], load: () => import("./runs/runs-page.tsx") },
  { path: "/runs/create", anyOf: ["schedule.write"], load: () => import("./runs/run-create.tsx") },
  { path: "/runs/:id", anyOf: ["schedule.read"], load: () => import("./runs/run-page.tsx") },
  { path: "/runs/:id/roster", anyOf: ["roster.read"], load: () => import("./roster/roster-page.tsx") },
  { path: "/runs/:id/attendance", anyOf: ["attendance.read"], load: () => import("./attendance/attendance-page.tsx") },
  {
    path: "/runs/:id/certificates",
    anyOf: ["attendance.read"],
    load: () => import("./certificates/certificates-page.tsx"),
  },
  { path: "/runs/:id/waiting-list", anyOf: ["roster.read"], load: () => import("./waitlist/waitlist-page.tsx") },
  { path: "/runs/:id/feedback", anyOf: ["feedback.read"], load: () => import("./feedback/feedback-page.tsx") },
  { path: "/runs/:id/door", isBare: true, anyOf: ["attendance.write"], load: () => import("./door/door-page.tsx") },
  { path: "/people", anyOf: ["people.read"], load: () => import("./people/people-list.tsx") },
  { path: "/people/:id", anyOf: ["people.read"], load: () => import("./people/person-page.tsx") },
  { path: "/orders", anyOf: ["orders.read"], load: () => import("./orders/orders-list.tsx") },
  { path: "/orders/create", anyOf: ["orders.transfer"], load: () => import("./orders/create-order-page.tsx") },
  { path: "/orders/:id", anyOf: ["orders.read"], load: () => import("./orders/order-page.tsx") },
  { path: "/discounts", anyOf: ["discounts.read"], load: () => import("./discounts/codes-list.tsx") },
  { path: "/discounts/create", anyOf: ["discounts.write"], load: () => import("./discounts/code-page.tsx") },
  { path: "/discounts/:id", anyOf: ["discounts.read"], load: () => import("./discounts/code-page.tsx") },
  { path: "/changes", anyOf: ["changes.decide"], load: loadChanges },
  { path: "/changes/:id", anyOf: ["changes.decide"], load: loadChanges },
  { path: "/payments", anyOf: ["orders.read"], load: () => import("./payments/payments-page.tsx") },
  { path: "/einvoicing", anyOf: ["finance.read"], load: () => import("./einvoicing/einvoicing-page.tsx") },
  { path: "/finance", anyOf: ["finance.read"], load: () => import("./finance/finance-page.tsx") },
  { path: "/content", anyOf: ["content.read"], load: loadContentList },
  { path: "/content/:id", anyOf: ["content.write"], load: loadEditor },
  { path: "/pages/:kind", anyOf: ["content.read"], load: loadContentList },
  { path: "/arabic-gaps", anyOf: ["content.read"], load: () => import("./arabic-gaps/arabic-gaps-list.tsx") },
  { path: "/trash", anyOf: ["content.read"], load: () => import("./content/trash-list.tsx") },
  { path: "/redirects", anyOf: ["content.read"], load: () => import("./redirects/redirects-list.tsx") },
  { path: "/media", anyOf: ["media.read"], load: () => import("./media/library.tsx") },
  { path: "/newsletter", anyOf: newsletterPermissions, load: () => import("./newsletter/newsletter-page.tsx") },
  { path: "/newsletter/:id", anyOf: newsletterPermissions, load: () => import("./newsletter/issue-page.tsx") },
  { path: "/mails", anyOf: ["mails.read"], load: () => import("./mails/mail-list.tsx") },
  { path: "/audit", anyOf: ["audit.read"], load: () => import("./audit/audit-list.tsx") },
  { path: "/staff", anyOf: ["staff.manage"], load: () => import("./staff/staff-list.tsx") },
  { path: "/jobs", anyOf: ["settings.write"], load: () => import("./jobs/jobs-page.tsx") },
  { path: "/settings", anyOf: settingsPermissions, load: () => import("./settings/settings-page.tsx") },
];

/** Pages without menu that need no sign-in. */
export const openPages: PortalPage[] = [
  { path: "/login", load: () => import("./sign-in/sign-in-page.tsx") },
  { path: "/invitation/:token", load: () => import("./sign-in/invitation-page.tsx") },
];

/** TABLE OF CONTENTS of the portal: every page, who may open it, and the file it is loaded from when it is opened. */
import type { ComponentType } from "react";
import type { StaffPermission } from "../../src/features/people/permissions.ts";

export interface PortalPage {
  path: string;
  /** Who may open it; the server asks again. Everyone of the staff without. */
  anyOf?: readonly StaffPermission[];
  /** Has the whole window, without app bar and menu. */
  isBare?: boolean;
  load(): Promise<ComponentType>;
}

const letters = ["newsletter.write", "newsletter.send"] as const;
const settings = ["settings.write", "settings.finance"] as const;
const editor = async () => (await import("./content/editor-page.tsx")).EditorPage;
const contentList = async () => (await import("./content/content-list.tsx")).ContentList;
const enquiries = async () => (await import("./enquiries/enquiries-page.tsx")).default;
const changes = async () => (await import("./changes/changes-page.tsx")).default;

export const pages: PortalPage[] = [
  { path: "/", load: async () => (await import("./today/today-page.tsx")).TodayPage },
  { path: "/account", load: async () => (await import("./account/account-page.tsx")).default },
  { path: "/enquiries", anyOf: ["enquiries.read"], load: enquiries },
  { path: "/enquiries/:id", anyOf: ["enquiries.read"], load: enquiries },
  { path: "/tasks", anyOf: ["dashboard.read"], load: async () => (await import("./tasks/task-list.tsx")).default },
  {
    path: "/tasks/:id/show",
    anyOf: ["dashboard.read"],
    load: async () => (await import("./tasks/task-page.tsx")).default,
  },
  {
    path: "/courses",
    anyOf: ["content.read"],
    load: async () => (await import("./courses/courses-list.tsx")).CoursesList,
  },
  { path: "/courses/:id", anyOf: ["courses.write"], load: editor },
  { path: "/runs", anyOf: ["schedule.read"], load: async () => (await import("./runs/runs-page.tsx")).default },
  {
    path: "/runs/create",
    anyOf: ["schedule.write"],
    load: async () => (await import("./runs/run-create.tsx")).default,
  },
  { path: "/runs/:id", anyOf: ["schedule.read"], load: async () => (await import("./runs/run-page.tsx")).default },
  {
    path: "/runs/:id/roster",
    anyOf: ["roster.read"],
    load: async () => (await import("./roster/roster-page.tsx")).default,
  },
  {
    path: "/runs/:id/attendance",
    anyOf: ["attendance.read"],
    load: async () => (await import("./attendance/attendance-page.tsx")).default,
  },
  {
    path: "/runs/:id/certificates",
    anyOf: ["attendance.read"],
    load: async () => (await import("./certificates/certificates-page.tsx")).default,
  },
  {
    path: "/runs/:id/waiting-list",
    anyOf: ["roster.read"],
    load: async () => (await import("./waiting/waiting-page.tsx")).default,
  },
  {
    path: "/runs/:id/feedback",
    anyOf: ["feedback.read"],
    load: async () => (await import("./feedback/feedback-page.tsx")).default,
  },
  {
    path: "/runs/:id/door",
    isBare: true,
    anyOf: ["attendance.write"],
    load: async () => (await import("./door/door-page.tsx")).default,
  },
  { path: "/people", anyOf: ["people.read"], load: async () => (await import("./people/people-list.tsx")).default },
  {
    path: "/people/:id/show",
    anyOf: ["people.read"],
    load: async () => (await import("./people/person-page.tsx")).default,
  },
  { path: "/orders", anyOf: ["orders.read"], load: async () => (await import("./orders/orders-list.tsx")).default },
  {
    path: "/orders/create",
    anyOf: ["orders.transfer"],
    load: async () => (await import("./orders/open-order-page.tsx")).default,
  },
  {
    path: "/orders/:id/show",
    anyOf: ["orders.read"],
    load: async () => (await import("./orders/order-page.tsx")).default,
  },
  {
    path: "/discounts",
    anyOf: ["discounts.read"],
    load: async () => (await import("./discounts/codes-list.tsx")).default,
  },
  {
    path: "/discounts/create",
    anyOf: ["discounts.write"],
    load: async () => (await import("./discounts/code-page.tsx")).default,
  },
  {
    path: "/discounts/:id",
    anyOf: ["discounts.read"],
    load: async () => (await import("./discounts/code-page.tsx")).default,
  },
  { path: "/changes", anyOf: ["changes.decide"], load: changes },
  { path: "/changes/:id", anyOf: ["changes.decide"], load: changes },
  {
    path: "/payments",
    anyOf: ["orders.read"],
    load: async () => (await import("./payments/payments-page.tsx")).default,
  },
  { path: "/finance", anyOf: ["finance.read"], load: async () => (await import("./finance/finance-page.tsx")).default },
  { path: "/content", anyOf: ["content.read"], load: contentList },
  { path: "/content/:id", anyOf: ["content.write"], load: editor },
  { path: "/pages/:kind", anyOf: ["content.read"], load: contentList },
  {
    path: "/arabic-gaps",
    anyOf: ["content.read"],
    load: async () => (await import("./arabic-gaps/arabic-gaps-list.tsx")).ArabicGapsList,
  },
  {
    path: "/redirects",
    anyOf: ["content.read"],
    load: async () => (await import("./redirects/redirects-list.tsx")).RedirectsList,
  },
  { path: "/media", anyOf: ["media.read"], load: async () => (await import("./media/library.tsx")).default },
  { path: "/newsletter", anyOf: letters, load: async () => (await import("./newsletter/newsletter-page.tsx")).default },
  { path: "/newsletter/:id", anyOf: letters, load: async () => (await import("./newsletter/issue-page.tsx")).default },
  { path: "/mails", anyOf: ["mails.read"], load: async () => (await import("./mails/mail-list.tsx")).default },
  { path: "/audit", anyOf: ["audit.read"], load: async () => (await import("./audit/audit-list.tsx")).default },
  { path: "/staff", anyOf: ["staff.manage"], load: async () => (await import("./staff/staff-list.tsx")).default },
  { path: "/jobs", anyOf: ["settings.write"], load: async () => (await import("./jobs/jobs-page.tsx")).default },
  { path: "/settings", anyOf: settings, load: async () => (await import("./settings/settings-page.tsx")).default },
];

/** Without menu, and no one has to be signed in. */
export const openPages: PortalPage[] = [
  { path: "/login", load: async () => (await import("./sign-in/sign-in-page.tsx")).SignInPage },
  { path: "/invitation/:token", load: async () => (await import("./sign-in/invitation-page.tsx")).default },
];

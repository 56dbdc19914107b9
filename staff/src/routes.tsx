/** TABLE OF CONTENTS of the portal's pages that are no resource, each a chunk of its own. */
import { lazy, type ComponentType } from "react";
import type { StaffPermission } from "../../src/features/people/permissions.ts";

export interface PortalPage {
  path: string;
  page: ComponentType;
  /** Who may open it; the server asks again. Everyone of the staff without. */
  anyOf?: readonly StaffPermission[];
}

const letters = ["newsletter.write", "newsletter.send"] as const;
const enquiries = lazy(() => import("./enquiries/enquiries-page.tsx"));

export const pages: PortalPage[] = [
  { path: "/account", page: lazy(() => import("./account/account-page.tsx")) },
  { path: "/finance", page: lazy(() => import("./finance/finance-page.tsx")), anyOf: ["finance.read"] },
  { path: "/runs/:id/roster", page: lazy(() => import("./roster/roster-page.tsx")), anyOf: ["roster.read"] },
  { path: "/payments", page: lazy(() => import("./payments/payments-page.tsx")), anyOf: ["orders.read"] },
  { path: "/jobs", page: lazy(() => import("./jobs/jobs-page.tsx")), anyOf: ["settings.write"] },
  {
    path: "/settings",
    page: lazy(() => import("./settings/settings-page.tsx")),
    anyOf: ["settings.write", "settings.finance"],
  },
  { path: "/enquiries", page: enquiries, anyOf: ["enquiries.read"] },
  { path: "/enquiries/:id", page: enquiries, anyOf: ["enquiries.read"] },
  { path: "/newsletter", page: lazy(() => import("./newsletter/newsletter-page.tsx")), anyOf: letters },
  { path: "/newsletter/:id", page: lazy(() => import("./newsletter/issue-page.tsx")), anyOf: letters },
  {
    path: "/pages/:kind",
    page: lazy(async () => ({ default: (await import("./content/content-list.tsx")).ContentList })),
    anyOf: ["content.read"],
  },
];

/** Without menu, and no one has to be signed in. */
export const openPages: PortalPage[] = [
  { path: "/invitation/:token", page: lazy(() => import("./sign-in/invitation-page.tsx")) },
];

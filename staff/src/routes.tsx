/** TABLE OF CONTENTS of the portal's pages that are no resource, each a chunk of its own. */
import { lazy, type ComponentType } from "react";

export interface PortalPage {
  path: string;
  page: ComponentType;
}

const enquiries = lazy(() => import("./enquiries/enquiries-page.tsx"));

export const pages: PortalPage[] = [
  { path: "/account", page: lazy(() => import("./account/account-page.tsx")) },
  { path: "/finance", page: lazy(() => import("./finance/finance-page.tsx")) },
  { path: "/runs/:id/roster", page: lazy(() => import("./roster/roster-page.tsx")) },
  { path: "/payments", page: lazy(() => import("./payments/payments-page.tsx")) },
  { path: "/jobs", page: lazy(() => import("./jobs/jobs-page.tsx")) },
  { path: "/settings", page: lazy(() => import("./settings/settings-page.tsx")) },
  { path: "/enquiries", page: enquiries },
  { path: "/enquiries/:id", page: enquiries },
  { path: "/newsletter", page: lazy(() => import("./newsletter/newsletter-page.tsx")) },
  { path: "/newsletter/:id", page: lazy(() => import("./newsletter/issue-page.tsx")) },
  {
    path: "/pages/:kind",
    page: lazy(async () => ({ default: (await import("./content/content-list.tsx")).ContentList })),
  },
];

/** Without menu, and no one has to be signed in. */
export const openPages: PortalPage[] = [
  { path: "/invitation/:token", page: lazy(() => import("./sign-in/invitation-page.tsx")) },
];

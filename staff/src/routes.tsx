/** TABLE OF CONTENTS of the portal's pages that are no resource, each a chunk of its own. */
import { lazy, type ComponentType } from "react";

export interface PortalPage {
  path: string;
  page: ComponentType;
}

export const pages: PortalPage[] = [
  { path: "/account", page: lazy(() => import("./account/account-page.tsx")) },
  { path: "/finance", page: lazy(() => import("./finance/finance-page.tsx")) },
  { path: "/jobs", page: lazy(() => import("./jobs/jobs-page.tsx")) },
  { path: "/settings", page: lazy(() => import("./settings/settings-page.tsx")) },
];

/** Without menu, and nobody has to be signed in. */
export const openPages: PortalPage[] = [
  { path: "/invitation/:token", page: lazy(() => import("./sign-in/invitation-page.tsx")) },
];

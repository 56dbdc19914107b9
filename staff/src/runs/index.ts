import { lazy } from "react";
import type { PortalPage } from "../routes.tsx";
import type { PortalResource } from "../resources.ts";

export const runs: PortalResource = {
  name: "runs",
  read: "schedule.read",
  write: "schedule.write",
  list: lazy(() => import("./runs-page.tsx")),
  edit: lazy(() => import("./run-page.tsx")),
  create: lazy(() => import("./run-create.tsx")),
};

export const runPages: PortalPage[] = [
  { path: "/runs/:id/roster", page: lazy(() => import("../roster/roster-page.tsx")) },
];

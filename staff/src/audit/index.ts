import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const audit: PortalResource = {
  name: "audit",
  read: "audit.read",
  write: "audit.read",
  list: lazy(() => import("./audit-list.tsx")),
};

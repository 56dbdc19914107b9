import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const staff: PortalResource = {
  name: "staff",
  read: "staff.manage",
  write: "staff.manage",
  list: lazy(() => import("./staff-list.tsx")),
};

import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const people: PortalResource = {
  name: "people",
  read: "people.read",
  write: "people.sessions",
  list: lazy(() => import("./people-list.tsx")),
  show: lazy(() => import("./person-page.tsx")),
};

import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const media: PortalResource = {
  name: "media",
  read: "media.read",
  write: "media.write",
  list: lazy(() => import("./library.tsx")),
};

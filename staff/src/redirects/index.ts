import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const redirects: PortalResource = {
  name: "redirects",
  read: "content.read",
  write: "content.publish",
  list: lazy(async () => ({ default: (await import("./redirects-list.tsx")).RedirectsList })),
};

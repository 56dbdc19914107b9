import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const mails: PortalResource = {
  name: "mails",
  read: "mails.read",
  write: "mails.retry",
  list: lazy(() => import("./mail-list.tsx")),
};

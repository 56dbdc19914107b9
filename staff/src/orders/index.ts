import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const orders: PortalResource = {
  name: "orders",
  read: "orders.read",
  write: "orders.transfer",
  list: lazy(() => import("./orders-list.tsx")),
  show: lazy(() => import("./order-page.tsx")),
  create: lazy(() => import("./open-order-page.tsx")),
};

import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const arabicGaps: PortalResource = {
  name: "arabic-gaps",
  read: "content.read",
  write: "content.write",
  list: lazy(async () => ({ default: (await import("./arabic-gaps-list.tsx")).ArabicGapsList })),
};

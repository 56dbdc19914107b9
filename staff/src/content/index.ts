import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const content: PortalResource = {
  name: "content",
  read: "content.read",
  write: "content.write",
  list: lazy(async () => ({ default: (await import("./content-list.tsx")).ContentList })),
  edit: lazy(async () => ({ default: (await import("./editor-page.tsx")).EditorPage })),
};

import { lazy } from "react";
import type { PortalResource } from "../resources.ts";

export const courses: PortalResource = {
  name: "courses",
  read: "content.read",
  write: "courses.write",
  list: lazy(async () => ({ default: (await import("./courses-list.tsx")).CoursesList })),
  edit: lazy(async () => ({ default: (await import("../content/editor-page.tsx")).EditorPage })),
};

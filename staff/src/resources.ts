/**
 * TABLE OF CONTENTS of the portal: every resource, the permission to see it, and its views. Pages that are none:
 * routes.tsx.
 */
import { lazy, type ComponentType } from "react";
import { arabicGaps } from "./arabic-gaps/index.ts";
import { content } from "./content/index.ts";
import { courses } from "./courses/index.ts";
import { redirects } from "./redirects/index.ts";
import type { StaffPermission } from "../../src/features/people/permissions.ts";
import { audit } from "./audit/index.ts";
import { mails } from "./mails/index.ts";
import { media } from "./media/index.ts";
import { people } from "./people/index.ts";
import { staff } from "./staff/index.ts";
import { orders } from "./orders/index.ts";

export interface PortalResource {
  /** As in `/api/staff/<name>` and `/staff/<name>`. */
  name: string;
  /** Who may open it, and who may create and change in it; the server asks again. */
  read: StaffPermission;
  write: StaffPermission;
  list?: ComponentType;
  show?: ComponentType;
  edit?: ComponentType;
  /** Who may read opens that page too, and can change nothing in it. */
  isEditReadable?: boolean;
  create?: ComponentType;
  recordRepresentation?: string;
}

export const resources: PortalResource[] = [
  arabicGaps,
  content,
  courses,
  redirects,
  audit,
  mails,
  media,
  people,
  staff,
  orders,
  {
    name: "runs",
    read: "schedule.read",
    write: "schedule.write",
    list: lazy(() => import("./runs/runs-page.tsx")),
    edit: lazy(() => import("./runs/run-page.tsx")),
    isEditReadable: true,
    create: lazy(() => import("./runs/run-create.tsx")),
  },
  {
    name: "tasks",
    read: "dashboard.read",
    write: "dashboard.read",
    list: lazy(() => import("./tasks/task-list.tsx")),
    show: lazy(() => import("./tasks/task-page.tsx")),
  },
];

/** The permission that an action on a resource needs; null when the portal knows none. */
export function permissionFor(resource: string, action: string): StaffPermission | null {
  const known = resources.find(({ name }) => name === resource);
  if (!known) return null;
  return action === "list" || action === "show" ? known.read : known.write;
}

import { usePermissions } from "ra-core";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";

/** Whether the person signed in has a permission; no one has any while it loads. The server decides in any case. */
export function useMay(): (permission: StaffPermission) => boolean {
  const { permissions } = usePermissions<Set<StaffPermission>>();
  return (permission) => permissions?.has(permission) ?? false;
}

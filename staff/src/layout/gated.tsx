import type { ComponentType } from "react";
import { usePermissions } from "ra-core";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import { Loading } from "../ui/states.tsx";
import { AccessDeniedPage } from "./access-denied-page.tsx";

/** A view for those with one of these permissions; others see a note, and nothing is asked of the server for them. */
export function gated(anyOf: readonly StaffPermission[], View: ComponentType): ComponentType {
  return function Gated() {
    const { permissions } = usePermissions<Set<StaffPermission>>();
    if (!permissions) return <Loading />;
    return anyOf.some((permission) => permissions.has(permission)) ? <View /> : <AccessDeniedPage />;
  };
}

import type { StaffPermission } from "./permissions.ts";

declare module "#platform/context.server.ts" {
  interface Permissions extends Record<StaffPermission, true> {}
}

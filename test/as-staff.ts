import { permissionsOf, type StaffRole } from "#features/accounts/permissions.ts";
import type { Ctx } from "#platform/context.server.ts";

/** The same context with a member of the staff in it. */
export function asStaff<C extends Ctx>(ctx: C, role: StaffRole, id = `${role}-1`): C {
  const permissions = permissionsOf(role);
  const actor = { kind: "staff", id, name: id, role, permissions, sessionId: "s", confirmedAt: ctx.now() } as const;
  return { ...ctx, actor };
}

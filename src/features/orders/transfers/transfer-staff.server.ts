import { requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";

/** Returns the staff member's id, which is kept with the payment. Throws Unauthenticated, Forbidden. */
export function requireTransferStaff(ctx: Ctx): string {
  requirePermission(ctx, "orders.transfer");
  return requireStaff(ctx).id;
}

import { requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";

/** The id of the member of the staff who opens or records transfers: it stays with the payment. Throws Unauthenticated, Forbidden. */
export function requireTransferStaff(ctx: Ctx): string {
  requirePermission(ctx, "orders.transfer");
  return requireStaff(ctx).id;
}

import { requireViewer, type Ctx } from "#platform/context.server.ts";

/** The id of the member of the staff who opens or records transfers: it stays with the payment. The door checks that this is staff. Throws Unauthenticated. */
export function requireTransferStaff(ctx: Ctx): string {
  return requireViewer(ctx).id;
}

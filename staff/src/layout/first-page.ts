/** Where a sign-in leads. */
import type { StaffRole } from "../../../src/features/people/permissions.ts";

/** What a role opens first: where its daily work waits (the design's STAFF.md §1). */
const firstPages: Record<StaffRole, string> = {
  owner: "/",
  training: "/",
  content: "/",
  finance: "/payments",
  support: "/enquiries",
  auditor: "/",
};

/**
 * The page someone asked for, as the sign-in's address names it, else the first one of their role. `/` is the portal's
 * address, and no page asked for; what is no path of the portal is none either.
 */
export function pageAfterSignIn(role: StaffRole, next: string | null = null): string {
  return next === null || !/^\/[^/\\]/.test(next) ? firstPages[role] : next;
}

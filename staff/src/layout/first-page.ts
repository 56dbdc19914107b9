/** The page after a sign-in. */
import type { StaffRole } from "../../../src/features/people/permissions.ts";

/** The first page of each role: where its daily work is (the design's STAFF.md §1). */
const firstPages: Record<StaffRole, string> = {
  owner: "/",
  training: "/",
  content: "/",
  finance: "/payments",
  support: "/enquiries",
  auditor: "/",
};

/**
 * The page that the sign-in address names, otherwise the first page of the role. `/` and paths outside the portal do
 * not count as a page.
 */
export function pageAfterSignIn(role: StaffRole, next: string | null = null): string {
  return next === null || !/^\/[^/\\]/.test(next) ? firstPages[role] : next;
}

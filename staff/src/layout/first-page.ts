/** Decides which page opens after a sign-in. */
import type { StaffRole } from "../../../src/features/people/permissions.ts";

/** The first page of each role: where its daily work is. */
const firstPages: Record<StaffRole, string> = {
  owner: "/",
  training: "/",
  content: "/",
  finance: "/payments",
  support: "/enquiries",
  auditor: "/",
};

/**
 * Returns `next`, the path that the sign-in URL asks for, otherwise the first page of the role. Ignores `/` and paths
 * outside the portal.
 */
export function pageAfterSignIn(role: StaffRole, next: string | null = null): string {
  return next === null || !/^\/[^/\\]/.test(next) ? firstPages[role] : next;
}

import type { StaffRole } from "../../../src/features/people/permissions.ts";

const roles: Record<StaffRole, true> = {
  owner: true,
  training: true,
  content: true,
  finance: true,
  support: true,
  auditor: true,
};

/** All roles, the owner first. */
export const roleNames = Object.keys(roles) as StaffRole[];

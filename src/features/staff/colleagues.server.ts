import { and, asc, inArray, isNotNull, isNull } from "drizzle-orm";
import { getRolePermissions, type StaffPermission, type StaffRole } from "#features/people/permissions.ts";
import { requireStaff, type Ctx } from "#platform/context.server.ts";
import { staffName, staffNameSql } from "./names.server.ts";
import { staffUsers } from "./tables.server.ts";

export interface Colleague {
  id: string;
  /** Name in the reader's language. */
  name: string;
  role: StaffRole;
}

const { id, name, nameAr, role, email, removedAt, acceptedAt } = staffUsers;
const isActive = and(isNull(removedAt), isNotNull(acceptedAt));

/**
 * Lists the staff who can sign in, by name; with `permission`, only those who have it. For choosing whom to assign work
 * to or to send a test email to. Throws Unauthenticated, Forbidden.
 */
export async function listColleagues(ctx: Ctx, permission?: StaffPermission): Promise<Colleague[]> {
  requireStaff(ctx);
  const colleagues = await ctx.db
    .select({ id, name, nameAr, role })
    .from(staffUsers)
    .where(isActive)
    .orderBy(asc(staffNameSql(ctx.locale)), asc(id));
  return colleagues
    .filter(({ role }) => permission === undefined || getRolePermissions(role).has(permission))
    .map(({ id, role, ...names }) => ({ id, name: staffName(names, ctx.locale), role }));
}

/**
 * Lists those of `ids` who can sign in and have the permission, with their email addresses. Callers check their own
 * permission.
 */
export async function colleaguesWith(
  ctx: Ctx,
  permission: StaffPermission | null,
  ids: readonly string[],
): Promise<{ id: string; email: string }[]> {
  if (ids.length === 0) return [];
  const colleagues = await ctx.db
    .select({ id, role, email })
    .from(staffUsers)
    .where(and(isActive, inArray(id, [...ids])));
  return colleagues.filter(({ role }) => permission === null || getRolePermissions(role).has(permission));
}

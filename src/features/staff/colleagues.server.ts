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
 * Lists the staff who can sign in, or those with a permission, by name: to assign work to and to write to. Throws
 * Unauthenticated, Forbidden.
 */
export async function listColleagues(ctx: Ctx, permission?: StaffPermission): Promise<Colleague[]> {
  requireStaff(ctx);
  const all = await ctx.db
    .select({ id, name, nameAr, role })
    .from(staffUsers)
    .where(isActive)
    .orderBy(asc(staffNameSql(ctx.locale)), asc(id));
  return all
    .filter(({ role }) => permission === undefined || getRolePermissions(role).has(permission))
    .map(({ id, role, ...names }) => ({ id, name: staffName(names, ctx.locale), role }));
}

/**
 * Lists those of these people who can sign in and have the permission, with their addresses. For verbs, which check
 * permissions themselves.
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

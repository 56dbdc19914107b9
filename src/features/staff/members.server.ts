import { z } from "zod";
import { and, count, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  requireTransaction,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, EditConflict } from "#platform/errors.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { containsSql, readPage } from "#platform/db/list-page.server.ts";
import { m } from "#messages";
import { staffRoles, type StaffRole } from "#features/people/permissions.ts";
import { endStaffSessions } from "./sessions.server.ts";
import { withdrawAccess } from "./invitations.server.ts";
import { staffName, staffNameSql } from "./names.server.ts";
import { staffUsers } from "./tables.server.ts";
import { searchText } from "#platform/http/fields.server.ts";

export const staffStates = ["active", "invited", "removed"] as const;

/** A member of the staff. Instants are ISO 8601 UTC. */
export const memberReply = z.object({
  id: z.string(),
  name: z.string().meta({
    description: "Name in the language of the request; empty until the invitation is accepted",
  }),
  email: z.string(),
  role: z.enum(staffRoles),
  state: z.enum(staffStates),
  invitationExpiresAt: z.string().nullable(),
  lastSignInAt: z.string().nullable(),
  createdAt: z.string(),
  version: z.int(),
});
export type StaffMember = z.output<typeof memberReply>;

type Row = typeof staffUsers.$inferSelect;

function getMemberState(row: Row): StaffMember["state"] {
  if (row.removedAt !== null) return "removed";
  return row.acceptedAt === null ? "invited" : "active";
}

const toMember = (ctx: Ctx, row: Row): StaffMember => ({
  id: row.id,
  name: staffName(row, ctx.locale),
  email: row.email,
  role: row.role,
  state: getMemberState(row),
  invitationExpiresAt: row.invitationExpiresAt?.toISOString() ?? null,
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

const { removedAt, acceptedAt } = staffUsers;
const whereState: Record<StaffMember["state"], SQL | undefined> = {
  active: and(isNull(removedAt), isNotNull(acceptedAt)),
  invited: and(isNull(removedAt), isNull(acceptedAt)),
  removed: isNotNull(removedAt),
};

const getSortColumns = (locale: Locale) => ({
  name: staffNameSql(locale),
  email: staffUsers.email,
  role: staffUsers.role,
});
export const staffFilter = z.object({
  q: searchText(100).optional(),
  role: z.enum(staffRoles).optional(),
  state: z.enum(staffStates).optional(),
});
export type StaffFilter = z.output<typeof staffFilter>;

/** Lists members; removed ones only on request. */
export async function listStaff(
  ctx: Ctx,
  query: ListQuery<keyof ReturnType<typeof getSortColumns>, StaffFilter>,
): Promise<ListPage<StaffMember>> {
  requirePermission(ctx, listStaff.permission);
  const { q, role, state } = query.filter;
  const { name, nameAr, email } = staffUsers;
  const matchesText = q && or(...[name, nameAr, email].map((column) => containsSql(column, q)));
  const where = and(
    state ? whereState[state] : isNull(removedAt),
    role ? eq(staffUsers.role, role) : undefined,
    matchesText || undefined,
  );
  const { rows, ...totals } = await readPage(ctx, query, {
    rows: ctx.db.select().from(staffUsers).$dynamic(),
    where,
    sorts: getSortColumns(ctx.locale),
    tie: staffUsers.id,
  });
  return { data: rows.map((row) => toMember(ctx, row)), ...totals };
}
listStaff.permission = "staff.manage" as const;

/** Reads one member. Throws NotFound. */
export async function readStaffMember(ctx: Ctx, { id }: { id: string }): Promise<StaffMember> {
  requirePermission(ctx, readStaffMember.permission);
  const [row] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.id, id));
  if (!row) throw noSuchRecord(ctx);
  return toMember(ctx, row);
}
readStaffMember.permission = "staff.manage" as const;

/** Runs changes of members one at a time, so that two owners cannot remove each other. */
const changeStaff = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>) =>
  inTransaction(ctx, work, { advisoryLock: "staff-members" });

/** Locks a member who has not been removed. Throws NotFound. */
async function lockPresentMember(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await requireTransaction(ctx)
    .db.select()
    .from(staffUsers)
    .where(and(eq(staffUsers.id, id), isNull(removedAt)))
    .for("update");
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Throws Conflict when the member is the last active owner. */
async function requireOtherOwner(ctx: Ctx, member: Row): Promise<void> {
  if (member.role !== "owner" || member.acceptedAt === null) return;
  const isActiveOwner = and(eq(staffUsers.role, "owner"), whereState.active);
  const [row] = await ctx.db.select({ owners: count() }).from(staffUsers).where(isActiveOwner);
  if ((row?.owners ?? 0) <= 1) throw new Conflict(m.staff_last_owner({}, { locale: ctx.locale }));
}

/**
 * Changes a member's role from their next request on. Requires a fresh sign-in. Throws FreshSignInRequired, NotFound,
 * EditConflict, and Conflict for the last owner.
 */
export async function changeStaffRole(
  ctx: Ctx,
  input: { id: string; role: StaffRole; version: number },
): Promise<StaffMember> {
  requirePermission(ctx, changeStaffRole.permission);
  requireFreshSignIn(ctx);
  return changeStaff(ctx, async (ctx) => {
    const member = await lockPresentMember(ctx, input.id);
    if (member.version !== input.version) {
      const texts = { current: toMember(ctx, member), yours: { role: input.role, version: input.version } };
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), texts);
    }
    if (input.role !== "owner") await requireOtherOwner(ctx, member);
    const change = { role: input.role, version: member.version + 1, updatedAt: ctx.now() };
    await ctx.db.update(staffUsers).set(change).where(eq(staffUsers.id, member.id));
    const [before, after] = [{ role: member.role }, { role: input.role }];
    await audit(ctx, { action: "staff.role-changed", entity: "staff", entityId: member.id, before, after });
    return toMember(ctx, { ...member, ...change });
  });
}
changeStaffRole.permission = "staff.manage" as const;

/**
 * Removes a member, ends their sessions and voids an open invitation. Requires a fresh sign-in. Throws
 * FreshSignInRequired, NotFound, and Conflict for the last owner.
 */
export async function removeStaff(ctx: Ctx, { id }: { id: string }): Promise<StaffMember> {
  requirePermission(ctx, removeStaff.permission);
  requireFreshSignIn(ctx);
  return changeStaff(ctx, async (ctx) => {
    const member = await lockPresentMember(ctx, id);
    await requireOtherOwner(ctx, member);
    await withdrawAccess(ctx, id);
    const now = ctx.now();
    const noAccess = { invitationHash: null, invitationExpiresAt: null, acceptedAt: null, twoFactorEnabled: false };
    const change = { ...noAccess, removedAt: now, updatedAt: now, version: member.version + 1 };
    await ctx.db.update(staffUsers).set(change).where(eq(staffUsers.id, id));
    const before = { role: member.role, state: getMemberState(member) };
    await audit(ctx, { action: "staff.removed", entity: "staff", entityId: id, before, after: { state: "removed" } });
    return toMember(ctx, { ...member, ...change });
  });
}
removeStaff.permission = "staff.manage" as const;

/** Ends every session of a member. Throws NotFound. */
export async function signOutMember(ctx: Ctx, { id }: { id: string }): Promise<{ ended: number }> {
  requirePermission(ctx, signOutMember.permission);
  return inTransaction(ctx, async (ctx) => {
    await lockPresentMember(ctx, id);
    const ended = await endStaffSessions(ctx, id);
    await audit(ctx, { action: "staff.signed-out", entity: "staff", entityId: id, after: { everywhere: true, ended } });
    return { ended };
  });
}
signOutMember.permission = "staff.manage" as const;

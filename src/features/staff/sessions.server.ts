import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { Ctx, StaffActor } from "#platform/context.server.ts";
import { getRolePermissions, type StaffPermission } from "#features/people/permissions.ts";
import { signedPart, signedToken } from "#features/people/sessions.server.ts";
import { browserName } from "#features/people/browser-name.ts";
import { sessionHours, staffCookie, staffCookies } from "./auth.server.ts";
import {
  staffSessions,
  staffTriedCodes,
  staffTrustedComputers,
  staffUsers,
  staffVerifications,
} from "./tables.server.ts";

/** Limits the names that `requirePermission` accepts, at compile time, to those in permissions.ts. */
type PermissionNames = Record<StaffPermission, true>;
declare module "#platform/context.server.ts" {
  interface Permissions extends PermissionNames {}
}

const minuteMs = 60_000;
/** A session ends after this time without use. */
export const idleMinutes = 30;
/** Minutes to store a tried code: an app code is valid during its half minute and the neighbouring ones. */
export const triedCodeMinutes = 2;

const idleSince = (ctx: Ctx) => new Date(ctx.now().getTime() - idleMinutes * minuteMs);

/**
 * Reads the member of a session cookie; null for a forged, idle or expired session or a removed member. Stores the time
 * of use once a minute.
 */
export async function readStaffActor(ctx: Ctx, value: string): Promise<StaffActor | null> {
  const token = signedPart(ctx, value);
  if (token === null) return null;
  const now = ctx.now();
  const { id: sessionId, confirmedAt, updatedAt, expiresAt } = staffSessions;
  const { id, name, nameAr, role } = staffUsers;
  const [row] = await ctx.db
    .select({ id, name, nameAr, role, sessionId, confirmedAt, updatedAt })
    .from(staffSessions)
    .innerJoin(staffUsers, eq(staffUsers.id, staffSessions.userId))
    .where(
      and(
        eq(staffSessions.token, token),
        gt(expiresAt, now),
        gt(updatedAt, idleSince(ctx)),
        isNull(staffUsers.removedAt),
      ),
    );
  if (!row) return null;
  const { updatedAt: usedAt, ...staff } = row;
  if (usedAt.getTime() < now.getTime() - minuteMs)
    await ctx.db.update(staffSessions).set({ updatedAt: now }).where(eq(sessionId, staff.sessionId));
  return { kind: "staff", ...staff, permissions: getRolePermissions(staff.role) };
}

/**
 * Reads a member, with their present permissions, for background work in their name; null when removed. Their sign-in
 * counts as fresh, because work that needs a fresh sign-in required it when they started it.
 */
export async function staffAtWork(ctx: Ctx, staffId: string): Promise<StaffActor | null> {
  const { id, name, nameAr, role } = staffUsers;
  const [row] = await ctx.db
    .select({ id, name, nameAr, role })
    .from(staffUsers)
    .where(and(eq(id, staffId), isNull(staffUsers.removedAt)));
  if (!row) return null;
  return {
    kind: "staff",
    ...row,
    permissions: getRolePermissions(row.role),
    sessionId: "",
    confirmedAt: ctx.now(),
  };
}

/**
 * Opens a session without a proved second factor, so that dangerous actions require one from the start. Resolves to its
 * Set-Cookie header.
 */
export async function openUnconfirmedSession(ctx: Ctx, staffId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const now = ctx.now();
  await ctx.db.insert(staffSessions).values({
    id: randomUUID(),
    token,
    userId: staffId,
    userAgent: browserName(ctx.userAgent),
    expiresAt: new Date(now.getTime() + sessionHours * 60 * minuteMs),
    createdAt: now,
    updatedAt: now,
    confirmedAt: new Date(0),
  });
  return staffCookie(ctx.env, staffCookies(ctx.env).session, signedToken(ctx, token), sessionHours * 3600);
}

/** Ends all sessions, unfinished sign-ins and trusted computers of a member. Resolves to the number of sessions. */
export async function endStaffSessions(ctx: Ctx, staffId: string): Promise<number> {
  await ctx.db.delete(staffVerifications).where(eq(staffVerifications.value, staffId));
  await ctx.db.delete(staffTrustedComputers).where(eq(staffTrustedComputers.userId, staffId));
  const ended = await ctx.db
    .delete(staffSessions)
    .where(eq(staffSessions.userId, staffId))
    .returning({ id: staffSessions.id });
  return ended.length;
}

/** Job: deletes expired sessions, unfinished sign-ins, trusted computers and tried codes. */
export async function deleteExpiredStaffSessions(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const { expiresAt, updatedAt } = staffSessions;
  await ctx.db.delete(staffSessions).where(or(lte(expiresAt, now), lte(updatedAt, idleSince(ctx))));
  await ctx.db.delete(staffVerifications).where(lte(staffVerifications.expiresAt, now));
  await ctx.db.delete(staffTrustedComputers).where(lte(staffTrustedComputers.expiresAt, now));
  const expiredBefore = new Date(now.getTime() - triedCodeMinutes * minuteMs);
  await ctx.db.delete(staffTriedCodes).where(lte(staffTriedCodes.triedAt, expiredBefore));
}

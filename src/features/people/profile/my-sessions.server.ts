import { and, desc, eq, gt, sql } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { requirePassword } from "#features/people/passwords.server.ts";
import { logSecurity } from "#features/people/security-log.server.ts";
import { endSessions, idleSince, ownSession } from "#features/people/sessions.server.ts";
import { sessions } from "#features/people/tables.server.ts";

/**
 * Lists the caller's sessions, the current one first, then the newest first, without IP address and location. Throws
 * Unauthenticated.
 */
export async function listMySessions(ctx: Ctx) {
  const viewer = requireViewer(ctx);
  const isCurrent = sql<boolean>`${sessions.token} = ${ownSession(ctx)}`;
  const rows = await ctx.db
    .select({
      id: sessions.id,
      browser: sessions.userAgent,
      createdAt: sessions.createdAt,
      usedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
      current: isCurrent,
    })
    .from(sessions)
    .where(
      and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, ctx.now()), gt(sessions.updatedAt, idleSince(ctx))),
    )
    .orderBy(desc(isCurrent), desc(sessions.createdAt), sessions.id);
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser ?? "",
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    current: row.current,
  }));
}

async function isCurrentSession(ctx: Ctx, id: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.token, ownSession(ctx))));
  return rows.length > 0;
}

/**
 * Ends a session of the caller. Ending another than the current one requires the password, so that someone at an open
 * browser cannot lock its owner out. Throws Unauthenticated, NotFound (unknown or another person's), ValidationError on
 * `password`, RateLimited.
 */
export async function endMySession(ctx: Ctx, { id, password }: { id: string; password: string }): Promise<void> {
  const viewer = requireViewer(ctx);
  if (!(await isCurrentSession(ctx, id))) await requirePassword(ctx, password, "password");
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, viewer.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new NotFound(m.profile_session_gone({}, { locale: ctx.locale }));
  logSecurity(ctx, "session-ended", { count: 1 });
}

/**
 * Ends all other sessions of the caller. Resolves to their number. Throws Unauthenticated, ValidationError on
 * `password`, RateLimited.
 */
export async function endMyOtherSessions(ctx: Ctx, { password }: { password: string }): Promise<number> {
  const viewer = requireViewer(ctx);
  await requirePassword(ctx, password, "password");
  const count = await endSessions(ctx, viewer.id, ownSession(ctx));
  logSecurity(ctx, "session-ended", { count });
  return count;
}

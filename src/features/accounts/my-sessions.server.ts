import { and, desc, eq, gt, sql } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import type { MySession } from "./my-session.ts";
import { logSecurity } from "./security-log.server.ts";
import { endSessions, ownSession } from "./sessions.server.ts";
import { sessions } from "./tables.server.ts";

/** The caller's open sessions, the one that asks first, then the newest. Throws NotLoggedIn. */
export async function listMySessions(ctx: Ctx): Promise<MySession[]> {
  const viewer = requireViewer(ctx);
  const current = sql<boolean>`${sessions.token} = ${ownSession(ctx)}`;
  const rows = await ctx.db
    .select({ id: sessions.id, browser: sessions.userAgent, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt, current })
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(current), desc(sessions.createdAt), sessions.id);
  return rows.map((row) => ({ id: row.id, browser: row.browser ?? "", created_at: row.createdAt.toISOString(), expires_at: row.expiresAt.toISOString(), current: row.current }));
}

/** Ends one session of the caller. Throws NotLoggedIn, and NotFound for another person's session as for none. */
export async function endMySession(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const viewer = requireViewer(ctx);
  const ended = await ctx.db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, viewer.id))).returning({ id: sessions.id });
  if (ended.length === 0) throw new NotFound(m.accounts_session_gone({}, { locale: ctx.locale }));
  logSecurity(ctx, "session-ended", { count: 1 });
}

/** Ends every session of the caller but the one that asks; answers how many. Throws NotLoggedIn. */
export async function endMyOtherSessions(ctx: Ctx): Promise<number> {
  const count = await endSessions(ctx, requireViewer(ctx).id, ownSession(ctx));
  logSecurity(ctx, "session-ended", { count });
  return count;
}

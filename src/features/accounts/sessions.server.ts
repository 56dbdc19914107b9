import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, gt, lte, ne, notInArray, or } from "drizzle-orm";
import { requireViewer, type Ctx, type Viewer } from "#platform/context.server.ts";
import { Unauthenticated } from "#platform/errors.ts";
import { m } from "#messages";
import { sessions, users } from "./tables.server.ts";

const hour = 60 * 60 * 1000;
/**
 * A session that no one uses ends after so many days: long enough for who learns every week, short for a computer that
 * a ward shares.
 */
export const idleDays = 7;
/** Use is noted so often at most, because every call comes through here. */
const touchEvery = hour;

/** The last use that still counts. */
export const idleSince = (ctx: Ctx) => new Date(ctx.now().getTime() - idleDays * 24 * hour);

/** The server's secret; services.server.ts always sets one. */
export function secretOf(ctx: Ctx): string {
  if (!ctx.env.AUTH_SECRET) throw new Error("AUTH_SECRET is not set");
  return ctx.env.AUTH_SECRET;
}

const signatureOf = (ctx: Ctx, random: string) => createHmac("sha256", secretOf(ctx)).update(random).digest("base64");

/**
 * The part of a bearer token that the database knows; null unless the server's secret has signed it. A token is
 * `<random>.<HMAC-SHA256 of it, base64>`, as better-auth makes it; the database holds the first half only, so a copy of it opens nothing.
 */
export function signedPart(ctx: Ctx, token: string): string | null {
  const dot = token.lastIndexOf(".");
  if (dot < 1) return null;
  const random = token.slice(0, dot);
  // Compared as text: a token has one spelling only.
  const given = Buffer.from(token.slice(dot + 1));
  const right = Buffer.from(signatureOf(ctx, random));
  return given.length === right.length && timingSafeEqual(given, right) ? random : null;
}

/**
 * Whose token this is; null when it is forged, revoked, expired or was not used for `idleDays`. Notes the use in `updated_at`. One
 * query of ours, because every API call comes through here: better-auth's own getSession takes a dozen times as long.
 */
export async function viewerOf(ctx: Ctx, token: string): Promise<Viewer | null> {
  const random = signedPart(ctx, token);
  if (random === null) return null;
  const now = ctx.now();
  const { token: own, expiresAt, updatedAt } = sessions;
  const [found] = await ctx.db
    .select({ viewer: { id: users.id, name: users.name, email: users.email }, updatedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(own, random), gt(expiresAt, now), gt(updatedAt, idleSince(ctx))));
  if (!found) return null;
  const isStale = found.updatedAt.getTime() < now.getTime() - touchEvery;
  if (isStale) await ctx.db.update(sessions).set({ updatedAt: now }).where(eq(own, random));
  return found.viewer;
}

/** Ends the session of a token on the server, at once and for good; forged tokens end nothing. */
export async function revokeSession(ctx: Ctx, token: string): Promise<void> {
  const random = signedPart(ctx, token);
  if (random !== null) await ctx.db.delete(sessions).where(eq(sessions.token, random));
}

/** The database's half of the token that this request came with. Throws Unauthenticated. */
export function ownSession(ctx: Ctx): string {
  requireViewer(ctx);
  const random = ctx.token === null ? null : signedPart(ctx, ctx.token);
  if (random === null) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return random;
}

/**
 * Gives the caller's session a new token; the old one is dead when the open transaction commits. Throws Unauthenticated
 * when it has ended meanwhile.
 */
export async function rotateToken(ctx: Ctx): Promise<string> {
  const random = randomBytes(24).toString("base64url");
  const changed = await ctx.db
    .update(sessions)
    .set({ token: random, updatedAt: ctx.now() })
    .where(eq(sessions.token, ownSession(ctx)))
    .returning({ id: sessions.id });
  if (changed.length === 0) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return `${random}.${signatureOf(ctx, random)}`;
}

/** Ends every session of a person but, where it is given, the one with this half of a token. Answers how many. */
export async function endSessions(ctx: Ctx, userId: string, except = ""): Promise<number> {
  return (
    await ctx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.token, except)))
      .returning({ id: sessions.id })
  ).length;
}

/** The id of the caller's session. Throws Unauthenticated when it has ended meanwhile. */
export async function ownSessionId(ctx: Ctx): Promise<string> {
  const [found] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.token, ownSession(ctx)));
  if (!found) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return found.id;
}

/** Ends every session of a person but those with these ids. */
export async function endSessionsExcept(ctx: Ctx, userId: string, kept: readonly string[]): Promise<void> {
  await ctx.db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, [...kept])));
}

/** Removes sessions that have ended by themselves: no one can use them, and they say when someone was here. */
export async function deleteExpiredSessions(ctx: Ctx): Promise<void> {
  await ctx.db.delete(sessions).where(or(lte(sessions.expiresAt, ctx.now()), lte(sessions.updatedAt, idleSince(ctx))));
}

import { randomBytes } from "node:crypto";
import { and, eq, gt, lte, ne, notInArray, or } from "drizzle-orm";
import { requireViewer, type Ctx, type Viewer } from "#platform/context.server.ts";
import { Unauthenticated } from "#platform/errors.ts";
import { isSame, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { sessions, users } from "./tables.server.ts";

const hourMs = 60 * 60 * 1000;
/** Long enough for people who learn weekly, short enough for a shared computer on a ward. */
export const idleDays = 7;
const touchIntervalMs = hourMs;

export const idleSince = (ctx: Ctx) => new Date(ctx.now().getTime() - idleDays * 24 * hourMs);

/** Signs the random half of a token as better-auth does. */
const signRandom = (ctx: Ctx, random: string) => sign(ctx, random).toString("base64");

/**
 * Returns the random half of a bearer token, which the database stores; null for a wrong signature. A token is
 * `<random>.<HMAC-SHA256 of it, base64>`, as better-auth makes it. A copy of the database lacks the signatures, so it
 * gives no access.
 */
export function signedPart(ctx: Ctx, token: string): string | null {
  const dot = token.lastIndexOf(".");
  if (dot < 1) return null;
  const random = token.slice(0, dot);
  // Compares the base64 text and not the bytes, so that only one spelling of a token is valid.
  return isSame(Buffer.from(token.slice(dot + 1)), Buffer.from(signRandom(ctx, random))) ? random : null;
}

/** Builds the token with this random half. */
export const signedToken = (ctx: Ctx, random: string): string => `${random}.${signRandom(ctx, random)}`;

/**
 * Reads the session of a token; null when it is forged, revoked, expired or was not used for `idleDays`. Records the
 * use in `updated_at`. One query, because every API call uses it: better-auth's getSession takes a dozen times as long.
 */
export async function readViewer(ctx: Ctx, token: string): Promise<Viewer | null> {
  const random = signedPart(ctx, token);
  if (random === null) return null;
  const now = ctx.now();
  const { token: storedHalf, expiresAt, updatedAt } = sessions;
  const [row] = await ctx.db
    .select({ viewer: { id: users.id, name: users.name, email: users.email }, updatedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(storedHalf, random), gt(expiresAt, now), gt(updatedAt, idleSince(ctx))));
  if (!row) return null;
  const isStale = row.updatedAt.getTime() < now.getTime() - touchIntervalMs;
  if (isStale) await ctx.db.update(sessions).set({ updatedAt: now }).where(eq(storedHalf, random));
  return row.viewer;
}

/** Ends the session of a token. A forged token ends nothing. */
export async function revokeSession(ctx: Ctx, token: string): Promise<void> {
  const random = signedPart(ctx, token);
  if (random !== null) await ctx.db.delete(sessions).where(eq(sessions.token, random));
}

/** Returns the random half of the request's token. Throws Unauthenticated. */
export function ownSession(ctx: Ctx): string {
  requireViewer(ctx);
  const random = ctx.token === null ? null : signedPart(ctx, ctx.token);
  if (random === null) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return random;
}

/**
 * Replaces the request's token with a new one. The old one is revoked when the open transaction commits. Throws
 * Unauthenticated when the session has already ended.
 */
export async function rotateToken(ctx: Ctx): Promise<string> {
  const random = randomBytes(24).toString("base64url");
  const changed = await ctx.db
    .update(sessions)
    .set({ token: random, updatedAt: ctx.now() })
    .where(eq(sessions.token, ownSession(ctx)))
    .returning({ id: sessions.id });
  if (changed.length === 0) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return signedToken(ctx, random);
}

/**
 * Ends all sessions of a person, except the one whose token has the random half `except`. Returns how many it ended.
 */
export async function endSessions(ctx: Ctx, userId: string, except = ""): Promise<number> {
  return (
    await ctx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.token, except)))
      .returning({ id: sessions.id })
  ).length;
}

/** Reads the id of the request's session. Throws Unauthenticated when it has already ended. */
export async function ownSessionId(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.token, ownSession(ctx)));
  if (!row) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return row.id;
}

export async function endSessionsExcept(ctx: Ctx, userId: string, keepIds: readonly string[]): Promise<void> {
  await ctx.db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, [...keepIds])));
}

/** Job: deletes expired sessions, because they reveal when someone used the site. */
export async function deleteExpiredSessions(ctx: Ctx): Promise<void> {
  await ctx.db.delete(sessions).where(or(lte(sessions.expiresAt, ctx.now()), lte(sessions.updatedAt, idleSince(ctx))));
}

/**
 * Trusted computers: browsers on which a member needs no code at sign-in for 30 days, but always the password. This is
 * our own, because better-auth's `trustDevice` cannot be listed or ended from another device, and each sign-in prolongs
 * it (docs/decisions/028).
 */
import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, gt } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requireStaff, type Ctx } from "#platform/context.server.ts";
import { hashText, isSame, sign } from "#platform/signing.server.ts";
import { browserName } from "#features/people/browser-name.ts";
import { staffCookie, staffCookies } from "./auth.server.ts";
import { staffSessions, staffTrustedComputers, staffTwoFactors, staffUsers } from "./tables.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { logSecurity } from "#features/people/security-log.server.ts";

const trustDays = 30;
/** A second use of a cookie within this time may come from a sign-in that the browser has sent twice. */
const sentTwiceMs = 10_000;

/** Creates a token. It begins with the id of its computer, so that a used token is recognised. */
const newToken = (id: string) => `${id}~${randomBytes(24).toString("base64url")}`;
const signTrustToken = (ctx: Ctx, staffId: string, token: string) => sign(ctx, `staff-trust:${staffId}:${token}`);

/** Reads the token of a cookie; null for a forged one or another person's. */
function verifyTrustToken(ctx: Ctx, staffId: string, value: string): string | null {
  const [token = "", signature = ""] = value.split(".");
  return isSame(Buffer.from(signature, "base64url"), signTrustToken(ctx, staffId, token)) ? token : null;
}

function buildTrustCookie(ctx: Ctx, staffId: string, token: string, expiresAt: Date): string {
  const value = `${token}.${signTrustToken(ctx, staffId, token).toString("base64url")}`;
  const seconds = Math.ceil((expiresAt.getTime() - ctx.now().getTime()) / 1000);
  return staffCookie(ctx.env, staffCookies(ctx.env).trust, value, seconds);
}

/** Trusts the calling browser, after its member has proved their second factor. Resolves to its Set-Cookie header. */
export async function trustComputer(ctx: Ctx, staffId: string): Promise<string> {
  const [factor] = await ctx.db.select().from(staffTwoFactors).where(eq(staffTwoFactors.userId, staffId));
  if (!factor) throw new Error("A member without a second factor cannot trust a computer");
  const id = randomUUID();
  const token = newToken(id);
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + trustDays * dayMs);
  const browser = browserName(ctx.userAgent);
  const row = { id, userId: staffId, factorId: factor.id, tokenHash: hashText(token), browser };
  await ctx.db.insert(staffTrustedComputers).values({ ...row, createdAt: now, usedAt: now, expiresAt });
  await audit(ctx, { action: "staff.computer-trusted", entity: "staff", entityId: staffId, after: { browser } });
  return buildTrustCookie(ctx, staffId, token, expiresAt);
}

/**
 * Uses the cookie of a trusted computer. Resolves to its next cookie, or to null when this member does not trust the
 * browser. Each cookie is valid once; a second use ends the trust (`endReusedTrust`). The 30 days begin with the code
 * and are not prolonged. Call it in the open transaction.
 */
export async function useTrustedComputer(ctx: Ctx, staffId: string, value: string): Promise<string | null> {
  const token = verifyTrustToken(ctx, staffId, value);
  if (token === null) return null;
  const { id, userId, tokenHash, expiresAt } = staffTrustedComputers;
  const now = ctx.now();
  const isTrustedSql = and(eq(userId, staffId), gt(expiresAt, now));
  const [computer] = await ctx.db
    .select()
    .from(staffTrustedComputers)
    .where(and(isTrustedSql, eq(tokenHash, hashText(token))))
    .for("update");
  if (computer) {
    const nextToken = newToken(computer.id);
    await ctx.db
      .update(staffTrustedComputers)
      .set({ tokenHash: hashText(nextToken), usedAt: now })
      .where(eq(id, computer.id));
    return buildTrustCookie(ctx, staffId, nextToken, computer.expiresAt);
  }
  const [reused] = await ctx.db
    .select()
    .from(staffTrustedComputers)
    .where(and(isTrustedSql, eq(id, token.split("~")[0] ?? "")))
    .for("update");
  if (reused) await endReusedTrust(ctx, staffId, reused);
  return null;
}

/**
 * Handles the second use of a cookie, which someone may have copied. Ends the trust in all computers of the member and
 * all their sessions, because the copy may have opened some, and emails the member. The current sign-in continues with
 * a code. A second use within ten seconds may be a sign-in that was sent twice; then only the trust in this computer
 * ends, in case the first use was that of the copy.
 */
async function endReusedTrust(
  ctx: Ctx,
  staffId: string,
  { id, browser, usedAt }: typeof staffTrustedComputers.$inferSelect,
): Promise<void> {
  const isSentTwice = ctx.now().getTime() - usedAt.getTime() <= sentTwiceMs;
  await ctx.db
    .delete(staffTrustedComputers)
    .where(isSentTwice ? eq(staffTrustedComputers.id, id) : eq(staffTrustedComputers.userId, staffId));
  const before = { browser, reason: "cookie-used-twice" };
  await audit(ctx, { action: "staff.trust-ended", entity: "staff", entityId: staffId, before });
  if (isSentTwice) return;
  // Do not call `endStaffSessions`, which would also end the current sign-in.
  await ctx.db.delete(staffSessions).where(eq(staffSessions.userId, staffId));
  logSecurity(ctx, "staff-trust-copied");
  const [staff] = await ctx.db
    .select({ email: staffUsers.email, locale: staffUsers.locale })
    .from(staffUsers)
    .where(eq(staffUsers.id, staffId));
  if (!staff) return;
  await queueMail(ctx, {
    key: `staff-trust-copied:${staffId}:${ctx.now().getTime()}`,
    to: staff.email,
    locale: staff.locale === "ar" ? "ar" : "en",
    template: "staff-trust-copied",
    props: { browser, at: ctx.now().toISOString(), accountUrl: `${ctx.env.BASE_URL}/staff/account` },
  });
}

/** Lists the caller's trusted computers, latest first. Throws Unauthenticated, Forbidden. */
export async function listTrustedComputers(ctx: Ctx) {
  const { id } = requireStaff(ctx);
  const { userId, expiresAt, createdAt } = staffTrustedComputers;
  const rows = await ctx.db
    .select()
    .from(staffTrustedComputers)
    .where(and(eq(userId, id), gt(expiresAt, ctx.now())))
    .orderBy(desc(createdAt));
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    trustedAt: row.createdAt.toISOString(),
    usedAt: row.usedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/**
 * Ends the trust in a computer of the caller, who then needs a code there again. Throws Unauthenticated, Forbidden,
 * NotFound.
 */
export async function removeTrustedComputer(ctx: Ctx, input: { id: string }): Promise<void> {
  const { id: staffId } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { id, userId, browser } = staffTrustedComputers;
    const isOwnComputer = and(eq(id, input.id), eq(userId, staffId));
    const [removed] = await ctx.db.delete(staffTrustedComputers).where(isOwnComputer).returning({ browser });
    if (!removed) throw noSuchRecord(ctx);
    await audit(ctx, { action: "staff.trust-ended", entity: "staff", entityId: staffId, before: removed });
  });
}

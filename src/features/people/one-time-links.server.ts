import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { hashText, sign } from "#platform/signing.server.ts";
import { verifications } from "./tables.server.ts";

/** What a one-time link in an email is for. */
type Purpose = "password-reset" | "email-change" | "confirm-address" | "staff-invitation";
/** Default validity of the links that `createLink` creates. */
export const linkMinutes = 60;
/**
 * Validity of the link that confirms the address of a new account. It may be long, because the link grants no access
 * and people may read the email days later.
 */
export const addressLinkDays = 7;

/** Builds the token of 43 characters from the seed in the email's row. The token itself is only in the email. */
export const signToken = (ctx: Ctx, purpose: Purpose, seed: string): string =>
  sign(ctx, `${purpose}:${seed}`).toString("base64url");

/** Hashes a token for the database. */
export const tokenHash = (purpose: Purpose, token: string): string => `${purpose}:${hashText(token)}`;
/** Row id of a link. There is one row per person and purpose, so a newer link voids the older one. */
const getLinkIdentifier = (purpose: Purpose, userId: string) => `${purpose}:${userId}`;

interface LinkValue {
  userId: string;
  /** For a change of email: the new address. For a confirmation: the address to confirm. */
  email?: string;
  /** For a change of email: the session that requested it. */
  sessionId?: string;
}

/** Creates a link that is valid for these minutes, by default an hour. Only the hash of the token is stored. */
export async function createLink(
  ctx: Ctx,
  purpose: Purpose,
  seed: string,
  value: LinkValue,
  minutes: number = linkMinutes,
): Promise<void> {
  const now = ctx.now();
  const row = {
    identifier: tokenHash(purpose, signToken(ctx, purpose, seed)),
    value: JSON.stringify(value),
    expiresAt: new Date(now.getTime() + minutes * 60_000),
    createdAt: now,
    updatedAt: now,
  };
  await ctx.db
    .insert(verifications)
    .values({ id: getLinkIdentifier(purpose, value.userId), ...row })
    .onConflictDoUpdate({ target: verifications.id, set: row });
}

const isLinkValid = (ctx: Ctx, purpose: Purpose, token: string) =>
  and(eq(verifications.identifier, tokenHash(purpose, token)), gt(verifications.expiresAt, ctx.now()));
const parseLinkValue = (row: { value: string } | undefined) => (row ? (JSON.parse(row.value) as LinkValue) : null);

/** Reads a link; null when the token is unknown, used, void or expired. */
export async function readLink(ctx: Ctx, purpose: Purpose, token: string): Promise<LinkValue | null> {
  return parseLinkValue(
    (
      await ctx.db
        .select({ value: verifications.value })
        .from(verifications)
        .where(isLinkValid(ctx, purpose, token))
    )[0],
  );
}

/**
 * Reads a link like `readLink` and uses it up if the open transaction commits. Of two concurrent calls, one gets null.
 */
export async function takeLink(ctx: Ctx, purpose: Purpose, token: string): Promise<LinkValue | null> {
  return parseLinkValue(
    (
      await ctx.db
        .delete(verifications)
        .where(isLinkValid(ctx, purpose, token))
        .returning({ value: verifications.value })
    )[0],
  );
}

/** Voids all links of an account. Called after a change of password or email, and when the account is erased. */
export async function voidLinks(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(verifications).where(
    inArray(
      verifications.id,
      (["password-reset", "email-change", "confirm-address"] as const).map((purpose) =>
        getLinkIdentifier(purpose, userId),
      ),
    ),
  );
}

export async function deleteExpiredLinks(ctx: Ctx): Promise<void> {
  await ctx.db.delete(verifications).where(lte(verifications.expiresAt, ctx.now()));
}

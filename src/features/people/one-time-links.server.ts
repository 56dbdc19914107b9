import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { hashText, sign } from "#platform/signing.server.ts";
import { verifications } from "./tables.server.ts";

/** What a link in a mail may do, once. */
type Purpose = "password-reset" | "email-change" | "confirm-address" | "staff-invitation";
export const linkMinutes = 60;
/** Of the link that confirms the address of a new account: it opens nothing, and mail may be read days later. */
export const addressLinkDays = 7;

/** 43 characters, made of the seed in the mail's row; the token itself is in the mail and nowhere else. */
export const signToken = (ctx: Ctx, purpose: Purpose, seed: string): string =>
  sign(ctx, `${purpose}:${seed}`).toString("base64url");

/** As the database has a token. */
export const tokenHash = (purpose: Purpose, token: string): string => `${purpose}:${hashText(token)}`;
/** One row per person and purpose: a newer link voids the older one. */
const getLinkIdentifier = (purpose: Purpose, userId: string) => `${purpose}:${userId}`;

interface LinkValue {
  userId: string;
  /** Of a change of e-mail: the new address; of a confirmation: the one to confirm. */
  email?: string;
  /** Of a change of e-mail: the session that requested it. */
  sessionId?: string;
}

/** Valid for so many minutes, by default an hour; only the hash of the token is stored. */
export async function openLink(
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

const isThis = (ctx: Ctx, purpose: Purpose, token: string) =>
  and(eq(verifications.identifier, tokenHash(purpose, token)), gt(verifications.expiresAt, ctx.now()));
const parseLinkValue = (row: { value: string } | undefined) => (row ? (JSON.parse(row.value) as LinkValue) : null);

/** Null when the token is unknown, used, void or expired. */
export async function readLink(ctx: Ctx, purpose: Purpose, token: string): Promise<LinkValue | null> {
  return parseLinkValue(
    (
      await ctx.db
        .select({ value: verifications.value })
        .from(verifications)
        .where(isThis(ctx, purpose, token))
    )[0],
  );
}

/** As `readLink`, and the token is used up if the open transaction commits: of two concurrent calls one gets null. */
export async function takeLink(ctx: Ctx, purpose: Purpose, token: string): Promise<LinkValue | null> {
  return parseLinkValue(
    (
      await ctx.db
        .delete(verifications)
        .where(isThis(ctx, purpose, token))
        .returning({ value: verifications.value })
    )[0],
  );
}

/** After a change of password or e-mail, and when the account is deleted. */
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

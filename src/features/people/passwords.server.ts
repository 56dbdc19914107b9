import { and, eq } from "drizzle-orm";
import { localePath } from "#i18n/locale.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeRateLimit, resetRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { browserName } from "./browser-name.ts";
import { newPasswordFields, hashPassword, verifyPassword } from "./password-hash.server.ts";
import { readLink, voidLinks } from "./one-time-links.server.ts";
import { passwordProblem } from "./password.ts";
import { logSecurity } from "./security-log.server.ts";
import { endSessions, rotateToken } from "./sessions.server.ts";
import { accounts, users } from "./tables.server.ts";

const whereCredential = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, "credential"));

/**
 * Requires the password again, for actions that a stranger at an open browser must not do. Throws ValidationError on
 * `field`, and RateLimited after ten wrong passwords in 15 minutes.
 */
export async function requirePassword(ctx: Ctx, password: string, field: string): Promise<void> {
  await checkPassword(ctx, requireViewer(ctx).id, password, field);
}

/** Checks the password of an account. Throws what `requirePassword` throws. */
async function checkPassword(ctx: Ctx, userId: string, password: string, field: string): Promise<void> {
  if (password === "") throw new ValidationError({ [field]: [getProblemMessage("required", ctx.locale)] });
  await consumeRateLimit(ctx, "passwordPerAccount", userId);
  const [account] = await ctx.db.select({ hash: accounts.password }).from(accounts).where(whereCredential(userId));
  if (!account?.hash || !(await verifyPassword(account.hash, password))) {
    logSecurity(ctx, "password-refused");
    throw new ValidationError({ [field]: [m.accounts_password_wrong({}, { locale: ctx.locale })] });
  }
  await resetRateLimit(ctx, "passwordPerAccount", userId);
}

/**
 * Requires that the person who opens an emailed link also owns the account, by its session or its password. The link
 * alone proves only who reads the address: a stranger could register with someone's address and have its owner confirm
 * it. An unknown token passes, because `takeLink` refuses it later. Throws ValidationError on `password`, RateLimited.
 */
export async function requireLinkOwner(
  ctx: Ctx,
  purpose: "confirm-address" | "email-change",
  token: string,
  password: string | undefined,
): Promise<void> {
  const link = await readLink(ctx, purpose, token);
  if (!link || ctx.viewer?.id === link.userId) return;
  if (password === undefined)
    throw new ValidationError({ password: [m.accounts_confirm_password({}, { locale: ctx.locale })] });
  await checkPassword(ctx, link.userId, password, "password");
}

/**
 * Saves a new password, voids every link of the person and notifies them, in the open transaction. Callers end sessions
 * afterwards, not before: a concurrent login with the old password then waits for the updated row and fails
 * (sign-in.server.ts).
 */
export async function storePassword(
  ctx: Ctx,
  user: { id: string; email: string; name: string },
  hash: string,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.update(accounts).set({ password: hash, updatedAt: now }).where(whereCredential(user.id));
  await voidLinks(ctx, user.id);
  const props = {
    name: user.name,
    at: now.toISOString(),
    device: browserName(ctx.userAgent),
    resetUrl: ctx.env.BASE_URL + localePath("/forget-password", ctx.locale),
  };
  await queueMail(ctx, {
    key: `password-changed:${user.id}:${now.getTime()}`,
    to: user.email,
    locale: ctx.locale,
    template: "password-changed",
    props,
  });
}

export interface PasswordChange {
  current_password: string;
  password: string;
  password_confirmation: string;
}

/**
 * Changes the password, rotates the token of this session and ends every other session. Resolves to the new token.
 * Throws Unauthenticated, RateLimited, and ValidationError with every wrong field.
 */
export async function changePassword(ctx: Ctx, input: PasswordChange): Promise<{ token: string }> {
  const viewer = requireViewer(ctx);
  const fields = newPasswordFields(
    await passwordProblem(input.password, input.password_confirmation, viewer),
    ctx.locale,
  );
  if (input.current_password === "")
    throw new ValidationError({ current_password: [getProblemMessage("required", ctx.locale)], ...fields });
  // Check the fields before the current password, so that an invalid form does not reveal whether it was right.
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
  await requirePassword(ctx, input.current_password, "current_password");
  const hash = await hashPassword(input.password);
  const token = await inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, viewer.id)).for("update");
    const token = await rotateToken(ctx);
    await storePassword(ctx, viewer, hash);
    await endSessions(ctx, viewer.id, token.slice(0, token.indexOf(".")));
    return token;
  });
  logSecurity(ctx, "password-changed");
  return { token };
}

import { eq } from "drizzle-orm";
import { locales } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit, resetRateLimit } from "#platform/rate-limit.server.ts";
import { newSeed } from "#platform/signing.server.ts";
import { m } from "#messages";
import { newPasswordFields, hashPassword } from "./password-hash.server.ts";
import { createLink, readLink, takeLink } from "./one-time-links.server.ts";
import { passwordProblem } from "./password.ts";
import { storePassword } from "./passwords.server.ts";
import { safeRedirect } from "./safe-redirect.ts";
import { logSecurity } from "./security-log.server.ts";
import { endSessions } from "./sessions.server.ts";
import { users } from "./tables.server.ts";

/**
 * Requests a reset link. A job looks the account up after the response, so that the response and its time are the same
 * for every address. The link contains `redirect` if that is a page of this site. Throws RateLimited, also for unknown
 * addresses.
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { email, redirect }: { email: string; redirect?: string | undefined },
): Promise<void> {
  await consumeMailboxLimit(ctx, "forgotPerAccount", email);
  const target = safeRedirect(redirect, "");
  await ctx.jobs.send(ctx.db, "accounts.send-reset", {
    email,
    locale: ctx.locale,
    seed: newSeed(),
    ...(target && { redirect: target }),
  });
  logSecurity(ctx, "password-reset-requested");
}

/** Job: emails a reset link if the address has an account. Idempotent. */
export async function sendPasswordReset(ctx: Ctx, data: object): Promise<void> {
  const { email, seed, redirect, ...request } = data as {
    email?: string;
    locale?: string;
    seed?: string;
    redirect?: string;
  };
  const locale = locales.find((known) => known === request.locale);
  if (!email || !seed || !locale) return;
  await inTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.email, email));
    if (!user) return;
    const props = { name: user.name, seed, at: ctx.now().toISOString(), ...(redirect && { redirect }) };
    const isNew = await queueMail(ctx, {
      key: `password-reset:${user.id}:${seed}`,
      to: user.email,
      locale,
      template: "password-reset",
      props,
    });
    // Do not create the link a second time, because it may have been used meanwhile.
    if (isNew) await createLink(ctx, "password-reset", seed, { userId: user.id });
  });
}

export interface PasswordReset {
  token: string;
  password: string;
  password_confirmation: string;
}

const refuseLink = (ctx: Ctx) => {
  logSecurity(ctx, "reset-link-refused");
  return new ValidationError({ token: [m.accounts_reset_link_gone({}, { locale: ctx.locale })] });
};

/** Whether a reset link still works: it is known, not used, not void and not older than an hour. Does not use it up. */
export async function isResetLinkGood(ctx: Ctx, token: string): Promise<boolean> {
  return (await readLink(ctx, "password-reset", token)) !== null;
}

/**
 * Sets a new password, ends every session of the account and notifies its owner. Throws ValidationError on `token` when
 * it is unknown, used, void or older than an hour, or else on the password or its confirmation; the token then stays
 * valid.
 */
export async function resetPassword(ctx: Ctx, input: PasswordReset): Promise<void> {
  const link = await readLink(ctx, "password-reset", input.token);
  const [user] = link
    ? await ctx.db
        .select({ id: users.id, name: users.name, email: users.email })
        .from(users)
        .where(eq(users.id, link.userId))
    : [];
  if (!user) throw refuseLink(ctx);
  const fields = newPasswordFields(
    await passwordProblem(input.password, input.password_confirmation, user),
    ctx.locale,
  );
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
  // Hash before the transaction, so that the transaction does not wait for it.
  const hash = await hashPassword(input.password);
  await inTransaction(ctx, async (ctx) => {
    if (!(await takeLink(ctx, "password-reset", input.token))) throw refuseLink(ctx);
    await storePassword(ctx, user, hash);
    await endSessions(ctx, user.id);
    await ctx.db.update(users).set({ emailVerified: true, updatedAt: ctx.now() }).where(eq(users.id, user.id));
  });
  await resetRateLimit(ctx, "loginPerAccount", user.email);
  logSecurity(ctx, "password-reset");
}

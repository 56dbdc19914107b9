import { eq } from "drizzle-orm";
import { localePath } from "#i18n/locale.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { isUniqueViolation } from "#platform/db/sql-errors.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit, consumeRateLimit } from "#platform/rate-limit.server.ts";
import { newSeed } from "#platform/signing.server.ts";
import { m } from "#messages";
import { browserName } from "#features/people/browser-name.ts";
import { createLink, takeLink, voidLinks } from "#features/people/one-time-links.server.ts";
import { requireLinkOwner, requirePassword } from "#features/people/passwords.server.ts";
import { logSecurity } from "#features/people/security-log.server.ts";
import { endSessionsExcept, ownSessionId } from "#features/people/sessions.server.ts";
import { users } from "#features/people/tables.server.ts";
import { maskedEmail } from "./masked-email.ts";

const emailTakenError = (ctx: Ctx) =>
  new ValidationError({ email: [m.profile_email_taken({}, { locale: ctx.locale })] });

/**
 * Checks a change of email before anything is stored. Throws ValidationError on `email` when the address has an account
 * or no password was sent, on `password` when it is wrong, and RateLimited.
 */
export async function checkEmailChange(
  ctx: Ctx,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  if (password === undefined)
    throw new ValidationError({ email: [m.profile_email_needs_password({}, { locale: ctx.locale })] });
  await requirePassword(ctx, password, "password");
  await consumeRateLimit(ctx, "emailChangePerAccount", requireViewer(ctx).id);
  // The limit per mailbox keeps many accounts from flooding one mailbox together.
  await consumeMailboxLimit(ctx, "emailChangePerAccount", email);
  const existing = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (existing.length > 0) throw emailTakenError(ctx);
}

/** Builds the notice to the old address. It masks the new address, because a stranger may read the old mailbox. */
const buildNotice = (
  ctx: Ctx,
  isDone: boolean,
  { name, email, newEmail }: { name: string; email: string; newEmail: string },
) => ({
  name,
  isDone,
  email,
  newEmail: maskedEmail(newEmail),
  at: ctx.now().toISOString(),
  device: browserName(ctx.userAgent),
  resetUrl: ctx.env.BASE_URL + localePath("/forget-password", ctx.locale),
});

/**
 * Sends the link to the new address and a notice to the old one, in the open transaction. The account keeps its email
 * until the link is used.
 */
export async function requestEmailChange(
  ctx: Ctx,
  { email, sessionId }: { email: string; sessionId: string },
): Promise<void> {
  const { id, name, email: oldEmail } = requireViewer(ctx);
  const { locale } = ctx;
  const seed = newSeed();
  await createLink(ctx, "email-change", seed, { userId: id, email, sessionId });
  await queueMail(ctx, {
    key: `email-change:${id}:${seed}`,
    to: email,
    locale,
    template: "email-change",
    props: { name, seed, newEmail: email, email: maskedEmail(oldEmail) },
  });
  await queueMail(ctx, {
    key: `email-change-notice:${id}:${seed}`,
    to: oldEmail,
    locale,
    template: "email-change-notice",
    props: buildNotice(ctx, false, { name, email: oldEmail, newEmail: email }),
  });
  logSecurity(ctx, "email-change-requested");
}

/**
 * Stores the confirmed email, voids older links and ends every session except two: the one that requested the change,
 * and the one that confirms it, if it is of the same account. Throws ValidationError on `token` when it is unknown,
 * used, void or older than an hour, or on `email` when another account has the address by now. Also throws what
 * `requireLinkOwner` throws; the link then stays valid.
 */
export async function confirmEmailChange(
  ctx: Ctx,
  token: string,
  password: string | undefined,
): Promise<{ email: string }> {
  await requireLinkOwner(ctx, "email-change", token, password);
  try {
    return await inTransaction(ctx, async (ctx) => {
      const link = await takeLink(ctx, "email-change", token);
      const [user] = link
        ? await ctx.db
            .select({ id: users.id, name: users.name, email: users.email })
            .from(users)
            .where(eq(users.id, link.userId))
            .for("update")
        : [];
      if (!user || !link?.email)
        throw new ValidationError({ token: [m.profile_email_link_gone({}, { locale: ctx.locale })] });
      await ctx.db
        .update(users)
        .set({ email: link.email, emailVerified: true, updatedAt: ctx.now() })
        .where(eq(users.id, user.id));
      await voidLinks(ctx, user.id);
      await endSessionsExcept(ctx, user.id, [
        ...(link.sessionId === undefined ? [] : [link.sessionId]),
        ...(ctx.viewer?.id === user.id ? [await ownSessionId(ctx)] : []),
      ]);
      await queueMail(ctx, {
        key: `email-changed:${user.id}:${ctx.now().getTime()}`,
        to: user.email,
        locale: ctx.locale,
        template: "email-change-notice",
        props: buildNotice(ctx, true, { name: user.name, email: user.email, newEmail: link.email }),
      });
      logSecurity(ctx, "email-changed");
      return { email: link.email };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTakenError(ctx) : error;
  }
}

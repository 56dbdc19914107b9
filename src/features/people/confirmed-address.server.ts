import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { eq } from "drizzle-orm";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { ConfirmedAddressRequired } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit, consumeRateLimit } from "#platform/rate-limit.server.ts";
import { newSeed } from "#platform/signing.server.ts";
import { m } from "#messages";
import { addressLinkDays, createLink, takeLink } from "./one-time-links.server.ts";
import { requireLinkOwner } from "./passwords.server.ts";
import { logSecurity } from "./security-log.server.ts";
import { users } from "./tables.server.ts";

/** Error description for endpoints that call `requireConfirmedAddress`. */
export const addressNotConfirmed = "The caller has not confirmed the address of the account.";

/**
 * Whether the caller has opened a link that was mailed to the address of their account. False for a visitor. Reads the
 * database each time, because the state changes within a session.
 */
export async function hasConfirmedAddress(ctx: Ctx): Promise<boolean> {
  if (!ctx.viewer) return false;
  const [row] = await ctx.db
    .select({ isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, ctx.viewer.id));
  return row?.isConfirmed ?? false;
}

/**
 * Guards actions that require a confirmed address (docs/security.md). Reading, editing the profile and buying seats by
 * card for oneself do not require one. Throws Unauthenticated, ConfirmedAddressRequired.
 */
export async function requireConfirmedAddress(ctx: Ctx): Promise<void> {
  requireViewer(ctx);
  if (await hasConfirmedAddress(ctx)) return;
  throw new ConfirmedAddressRequired(m.accounts_confirm_first({}, { locale: ctx.locale }));
}

/** Like `requireConfirmedAddress`, but only if `emails` has an address that is not the caller's. */
export async function requireConfirmedForOthers(ctx: Ctx, emails: readonly string[]): Promise<void> {
  const viewerEmail = requireViewer(ctx).email.toLowerCase();
  if (emails.some((email) => email !== viewerEmail)) await requireConfirmedAddress(ctx);
}

/**
 * Mails the link that confirms the caller's address; an older link stops working. Sends nothing to a confirmed address.
 * Throws Unauthenticated, RateLimited.
 */
export async function sendAddressLink(ctx: Ctx): Promise<void> {
  const { id, email } = requireViewer(ctx);
  if (await hasConfirmedAddress(ctx)) return;
  await consumeRateLimit(ctx, "addressLinkPerAccount", id);
  // The same limit again, counted for the mailbox, because accounts can differ in how they spell one mailbox.
  await consumeMailboxLimit(ctx, "addressLinkPerAccount", email);
  await inAccountTransaction(ctx, async (ctx) => {
    const seed = newSeed();
    await createLink(ctx, "confirm-address", seed, { userId: id, email }, addressLinkDays * 24 * 60);
    await queueMail(ctx, {
      key: `confirm-address:${id}:${seed}`,
      to: email,
      locale: ctx.locale,
      template: "confirm-address",
      props: { seed },
    });
  });
}

/**
 * Marks the address of a link as confirmed. Resolves to the address, or to null for a token that is unknown, used,
 * older than seven days, or for a former address of the account. Throws what `requireLinkOwner` throws; the link then
 * stays valid.
 */
export async function confirmAddress(ctx: Ctx, token: string, password: string | undefined): Promise<string | null> {
  await requireLinkOwner(ctx, "confirm-address", token, password);
  return inTransaction(ctx, async (ctx) => {
    const link = await takeLink(ctx, "confirm-address", token);
    if (!link?.email) return null;
    const { id, email } = users;
    const [user] = await ctx.db.select({ email }).from(users).where(eq(id, link.userId)).for("update");
    if (user?.email !== link.email) return null;
    await ctx.db.update(users).set({ emailVerified: true, updatedAt: ctx.now() }).where(eq(id, link.userId));
    logSecurity(ctx, "address-confirmed");
    return user.email;
  });
}

import { eq } from "drizzle-orm";
import { localePath } from "#i18n/locale.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { eraseFromAudit } from "#platform/audit.server.ts";
import { deleteMailsTo, queueMail } from "#platform/mail/outbox.server.ts";
import { voidLinks } from "#features/accounts/one-time-links.server.ts";
import { logSecurity } from "#features/accounts/security-log.server.ts";
import { endSessions } from "#features/accounts/sessions.server.ts";
import { accounts, users } from "#features/accounts/tables.server.ts";

/** Locks the account until the open transaction ends: nothing else adds to it or changes it. Throws Unauthenticated. */
export async function holdAccount(ctx: Ctx): Promise<void> {
  await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, requireViewer(ctx).id))
    .for("update");
}

/**
 * Erases personal data; the row stays, because invoices that must be retained by law reference it. No login is possible
 * any more, and the e-mail is free for a new account. Part of the open transaction.
 */
export async function eraseAccount(ctx: Ctx): Promise<void> {
  const { id, email, name } = requireViewer(ctx);
  await endSessions(ctx, id);
  await voidLinks(ctx, id);
  await ctx.db.delete(accounts).where(eq(accounts.userId, id));
  const erased = {
    name: "",
    image: null,
    address: "",
    contactNumber: "",
    scfhsNumber: "",
    workplace: "",
    profession: "",
    emailVerified: false,
  };
  await ctx.db
    .update(users)
    .set({ ...erased, email: `deleted-${id.toLowerCase()}@deleted.invalid`, updatedAt: ctx.now() })
    .where(eq(users.id, id));
  await deleteMailsTo(ctx, email);
  await eraseFromAudit(ctx, id);
  await queueMail(ctx, {
    key: `account-deleted:${id}`,
    to: email,
    locale: ctx.locale,
    template: "account-deleted",
    props: { name, contactUrl: ctx.env.BASE_URL + localePath("/contact-us", ctx.locale) },
  });
  logSecurity(ctx, "account-deleted");
}

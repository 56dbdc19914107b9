import { eq } from "drizzle-orm";
import { localePath } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { eraseFromAudit } from "#platform/audit.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { ErasedPerson } from "#features/people/hold-account.server.ts";
import { voidLinks } from "#features/people/one-time-links.server.ts";
import { logSecurity } from "#features/people/security-log.server.ts";
import { endSessions } from "#features/people/sessions.server.ts";
import { accounts, users } from "#features/people/tables.server.ts";

/**
 * Erases the personal data of an account. The row stays, because invoices that the law requires refer to it. Nobody can
 * log in any more, and the email is free for a new account. Callers erase the person's emails before
 * (`src/features/privacy`). With `tell`, the person gets an email; with `mentionsKeptData`, it explains that data from
 * an unconfirmed address has stayed. Call it in the open transaction.
 */
export async function eraseAccount(
  ctx: Ctx,
  person: ErasedPerson,
  { tell, mentionsKeptData }: { tell: boolean; mentionsKeptData: boolean },
): Promise<void> {
  const { id, email, name, locale } = person;
  await endSessions(ctx, id);
  await voidLinks(ctx, id);
  await ctx.db.delete(accounts).where(eq(accounts.userId, id));
  const erased = {
    name: "",
    nameOther: null,
    image: null,
    address: "",
    contactNumber: "",
    scfhsNumber: "",
    workplace: "",
    profession: "",
    emailVerified: false,
    erasedAt: ctx.now(),
  };
  await ctx.db
    .update(users)
    .set({ ...erased, email: `deleted-${id.toLowerCase()}@deleted.invalid`, updatedAt: ctx.now() })
    .where(eq(users.id, id));
  await eraseFromAudit(ctx, id);
  logSecurity(ctx, "account-deleted");
  if (!tell) return;
  await queueMail(ctx, {
    key: `account-deleted:${id}`,
    to: email,
    locale,
    template: "account-deleted",
    props: { name, rest: mentionsKeptData, contactUrl: ctx.env.BASE_URL + localePath("/contact-us", locale) },
  });
}

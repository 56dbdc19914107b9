import { and, eq, isNull } from "drizzle-orm";
import { localePath, type Locale } from "#i18n/locale.ts";
import { requireTransaction, type Ctx } from "#platform/context.server.ts";
import { eraseFromAudit } from "#platform/audit.server.ts";
import { Unauthenticated } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { voidLinks } from "#features/people/one-time-links.server.ts";
import { logSecurity } from "#features/people/security-log.server.ts";
import { endSessions } from "#features/people/sessions.server.ts";
import { accounts, users } from "#features/people/tables.server.ts";
import { m } from "#messages";

/** Someone whose personal data goes. */
export interface ErasedPerson {
  id: string;
  name: string;
  email: string;
  /** E.164 or empty. */
  contactNumber: string;
  /** They have opened a link that was mailed to this address. */
  isConfirmed: boolean;
  /** Of the mail that tells them. */
  locale: Locale;
}

/**
 * Locks an account until the open transaction ends: nothing else adds to it or changes it. Null when there is none, or
 * it has been erased.
 */
export async function holdAccount(ctx: Ctx, id: string): Promise<ErasedPerson | null> {
  const { db } = requireTransaction(ctx);
  const [held] = await db.select().from(users).where(eq(users.id, id)).for("update");
  if (!held || held.erasedAt !== null) return null;
  const { name, email, contactNumber, emailVerified: isConfirmed, locale } = held;
  return { id, name, email, contactNumber, isConfirmed, locale: locale === "ar" ? "ar" : "en" };
}

/**
 * Keeps an account from being erased until the open transaction ends, for what writes its person's data; waits for an
 * erasure that is under way. Throws Unauthenticated when it has been erased.
 */
export async function requireAccount(ctx: Ctx, id: string): Promise<void> {
  const { db } = requireTransaction(ctx);
  const isThere = and(eq(users.id, id), isNull(users.erasedAt));
  const [account] = await db.select({ id: users.id }).from(users).where(isThere).for("key share");
  if (!account) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
}

/**
 * Erases personal data; the row stays, because invoices that must be retained by law reference it. No login is possible
 * any more, and the e-mail is free for a new account. Mails are erased before (`src/features/privacy`). `tell` mails them;
 * `rest` says there that what came from an unconfirmed address has stayed. Part of the open transaction.
 */
export async function eraseAccount(
  ctx: Ctx,
  person: ErasedPerson,
  { tell, rest }: { tell: boolean; rest: boolean },
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
    props: { name, rest, contactUrl: ctx.env.BASE_URL + localePath("/contact-us", locale) },
  });
}

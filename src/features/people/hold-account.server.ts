import { and, eq, isNull } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { inTransaction, requireTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Unauthenticated } from "#platform/errors.ts";
import { users } from "./tables.server.ts";

/** A person whose data is to be erased. */
export interface ErasedPerson {
  id: string;
  name: string;
  email: string;
  /** E.164 or empty. */
  contactNumber: string;
  /** Whether they have opened a link that was sent to this address. */
  isConfirmed: boolean;
  /** Language of the email that notifies them. */
  locale: Locale;
}

/**
 * Locks an account until the open transaction ends, so that nothing else adds to it or changes it. Null when there is
 * none, or it has been erased.
 */
export async function holdAccount(ctx: Ctx, id: string): Promise<ErasedPerson | null> {
  const { db } = requireTransaction(ctx);
  const [user] = await db.select().from(users).where(eq(users.id, id)).for("update");
  if (!user || user.erasedAt !== null) return null;
  const { name, email, contactNumber, emailVerified: isConfirmed, locale } = user;
  return { id, name, email, contactNumber, isConfirmed, locale: locale === "ar" ? "ar" : "en" };
}

/**
 * Protects an account from erasure until the open transaction ends, for functions that write the person's data. Waits
 * for an erasure in progress. Throws Unauthenticated when it has been erased.
 */
export async function requireAccount(ctx: Ctx, id: string): Promise<void> {
  const { db } = requireTransaction(ctx);
  const isThere = and(eq(users.id, id), isNull(users.erasedAt));
  const [account] = await db.select({ id: users.id }).from(users).where(isThere).for("key share");
  if (!account) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
}

/**
 * Serialises calls for the same account until the open transaction ends, so that they cannot exceed its limits
 * together.
 */
export async function lockAccount(ctx: Ctx, id: string): Promise<void> {
  const { db } = requireTransaction(ctx);
  await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
}

/**
 * Runs `work` in a transaction like `inTransaction`, for a person acting on their own account, and protects the account
 * from erasure meanwhile. Throws Unauthenticated when it has been erased, and what `inTransaction` and `work` throw.
 */
export const inAccountTransaction: typeof inTransaction = (ctx, work, options) => {
  const viewer = requireViewer(ctx);
  const workForAccount: typeof work = async (ctx) => {
    await requireAccount(ctx, viewer.id);
    return work(ctx);
  };
  return inTransaction(ctx, workForAccount, options);
};

import { eq } from "drizzle-orm";
import { localePath } from "#i18n/locale.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { isUniqueViolation } from "#platform/db/sql-errors.server.ts";
import { Unauthenticated, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { authOf } from "./auth.server.ts";
import { hashPassword } from "./password-hash.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit } from "#platform/rate-limit.server.ts";
import { readRegistration, type Registration, type RegistrationForm } from "./registration.server.ts";
import { logSecurity } from "./security-log.server.ts";
import { users } from "./tables.server.ts";
import { publicUser, type PublicUser } from "./user.ts";

const taken = (ctx: Ctx) => new ValidationError({ email: [m.accounts_register_taken({}, { locale: ctx.locale })] });

/** Throws ValidationError on `email` when the address has an account. */
export async function createAccount(
  ctx: Ctx,
  { password, remember_me: _accepted, contact_number, scfhs_number, ...person }: Registration,
): Promise<{ id: string }> {
  const found = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, person.email));
  if (found.length > 0) throw taken(ctx);
  // Before the transaction: hashing takes longer than all of it, and must not hold a connection.
  const hash = await hashPassword(password);
  try {
    return await inTransaction(ctx, async (ctx) => {
      const { internalAdapter } = await (await authOf(ctx)).$context;
      const user = await internalAdapter.createUser(
        {
          ...person,
          emailVerified: false,
          contactNumber: contact_number,
          scfhsNumber: scfhs_number,
          locale: ctx.locale,
          termsAcceptedAt: ctx.now(),
        },
        { method: "email-password" },
      );
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: "credential",
        accountId: user.id,
        password: hash,
      });
      return { id: user.id };
    });
  } catch (error) {
    // Two concurrent registrations of one address: the second gets the same error as a later one.
    throw isUniqueViolation(error) ? taken(ctx) : error;
  }
}

/**
 * Logs no one in. Throws ValidationError with every wrong field, or on `email` when the address has an account, and
 * RateLimited.
 */
export async function registerAccount(ctx: Ctx, form: RegistrationForm): Promise<void> {
  const registration = await readRegistration(form, ctx.locale);
  await consumeMailboxLimit(ctx, "registerPerAccount", registration.email);
  const { id } = await createAccount(ctx, registration);
  logSecurity(ctx, "registered");
  await queueMail(ctx, {
    key: `welcome:${id}`,
    to: registration.email,
    locale: ctx.locale,
    template: "welcome",
    props: { name: registration.name, coursesUrl: ctx.env.BASE_URL + localePath("/courses", ctx.locale) },
  });
}

/** Password excluded. Throws Unauthenticated. */
export async function ownRow(ctx: Ctx): Promise<typeof users.$inferSelect> {
  const viewer = requireViewer(ctx);
  const [row] = await ctx.db.select().from(users).where(eq(users.id, viewer.id));
  if (!row) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return row;
}

/** Throws Unauthenticated. */
export async function me(ctx: Ctx): Promise<PublicUser> {
  return publicUser(await ownRow(ctx));
}

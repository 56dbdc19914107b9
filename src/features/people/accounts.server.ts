import { eq } from "drizzle-orm";
import { z } from "zod";
import { randomUUID } from "node:crypto";
import { localePath, type Locale } from "#i18n/locale.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { isUniqueViolation } from "#platform/db/sql-errors.server.ts";
import { Unauthenticated, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit } from "#platform/rate-limit.server.ts";
import { evenIfFieldsAreInvalid, fieldMap, type FieldProblem } from "#platform/http/fields.server.ts";
import { audit } from "#platform/audit.server.ts";
import { newSeed } from "#platform/signing.server.ts";
import { getAuth } from "./auth.server.ts";
import { addressLinkDays, createLink } from "./one-time-links.server.ts";
import { hashPassword, passwordText } from "./password-hash.server.ts";
import { logSecurity } from "./security-log.server.ts";
import { users, accounts } from "./tables.server.ts";
import { publicUser, type PublicUser } from "./user.ts";
import { passwordProblem } from "./password.ts";
import { checkOtherName, personFields, type PersonForm } from "./person.server.ts";

export interface NewPerson {
  name: string;
  /** Lower case. */
  email: string;
  scfhsNumber: string;
  profession: string;
  /** Language of the emails to them. */
  locale: Locale;
}

/**
 * Finds the account with this email, or creates one. A new account has no password; its owner sets one with "Forgotten
 * password". An existing account keeps its data. Call it in an open transaction.
 */
export async function accountFor(ctx: Ctx, person: NewPerson): Promise<{ id: string; name: string; email: string }> {
  const { email } = person;
  const now = ctx.now();
  const [created] = await ctx.db
    .insert(users)
    .values({ id: randomUUID(), ...person, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (created) {
    const credential = { providerId: "credential", accountId: created.id, userId: created.id, password: null };
    await ctx.db.insert(accounts).values({ id: randomUUID(), ...credential, createdAt: now, updatedAt: now });
    await audit(ctx, {
      action: "person.added",
      entity: "person",
      entityId: created.id,
      after: { name: person.name, email },
      personal: { of: created.id, paths: ["after.name", "after.email"] },
    });
    return { id: created.id, name: person.name, email };
  }
  const [existing] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.email, email));
  if (!existing) throw new Error("An account is gone");
  return existing;
}

const schema = z
  .object({
    ...personFields,
    // The box that accepts the terms; the specification (§5) prescribes the field's name. Any value but `accept` counts
    // as unticked.
    remember_me: z.literal("accept", "required" satisfies FieldProblem),
  })
  .superRefine(checkOtherName, evenIfFieldsAreInvalid);

/** The form as sent; missing fields are `""`. */
type RegistrationForm = PersonForm & Record<"remember_me" | "password" | "password_confirmation", string>;
export type Registration = z.output<typeof schema> & { password: string };

/** Throws ValidationError with every wrong field at once. A confirmation that differs is an error of `password`. */
async function readRegistration(form: RegistrationForm, locale: Locale): Promise<Registration> {
  const parsed = schema.safeParse(form);
  const fields = parsed.success ? {} : fieldMap(parsed.error, locale);
  const problem = await passwordProblem(form.password, form.password_confirmation, {
    name: form.name.trim(),
    email: form.email.trim(),
  });
  if (problem) fields.password = [passwordText(problem, locale)];
  if (!parsed.success || problem) throw new ValidationError(fields);
  return { ...parsed.data, password: form.password };
}

const emailTakenError = (ctx: Ctx) =>
  new ValidationError({ email: [m.accounts_register_taken({}, { locale: ctx.locale })] });

/** Throws ValidationError on `email` when the address has an account. */
export async function createAccount(
  ctx: Ctx,
  { password, remember_me: _accepted, contact_number, scfhs_number, name_other, ...person }: Registration,
): Promise<{ id: string }> {
  const existing = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, person.email));
  if (existing.length > 0) throw emailTakenError(ctx);
  // Hashed before the transaction, because hashing takes longer than it and must not hold a connection.
  const hash = await hashPassword(password);
  try {
    return await inTransaction(ctx, async (ctx) => {
      const { internalAdapter } = await (await getAuth(ctx)).$context;
      const user = await internalAdapter.createUser(
        {
          ...person,
          emailVerified: false,
          nameOther: name_other || null,
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
    throw isUniqueViolation(error) ? emailTakenError(ctx) : error;
  }
}

/**
 * Registers an account. Does not log in; the welcome email has the link that confirms the address. Throws
 * ValidationError with every wrong field, or on `email` when the address has an account, and RateLimited.
 */
export async function registerAccount(ctx: Ctx, form: RegistrationForm): Promise<void> {
  const registration = await readRegistration(form, ctx.locale);
  await consumeMailboxLimit(ctx, "registerPerAccount", registration.email);
  const { id } = await createAccount(ctx, registration);
  logSecurity(ctx, "registered");
  await inTransaction(ctx, async (ctx) => {
    const { email, name } = registration;
    const seed = newSeed();
    await createLink(ctx, "confirm-address", seed, { userId: id, email }, addressLinkDays * 24 * 60);
    await queueMail(ctx, {
      key: `welcome:${id}`,
      to: email,
      locale: ctx.locale,
      template: "welcome",
      props: { name, seed, coursesUrl: ctx.env.BASE_URL + localePath("/courses", ctx.locale) },
    });
  });
}

/** Reads the caller's account, without the password. Throws Unauthenticated. */
export async function ownRow(ctx: Ctx): Promise<typeof users.$inferSelect> {
  const viewer = requireViewer(ctx);
  const [row] = await ctx.db.select().from(users).where(eq(users.id, viewer.id));
  if (!row) throw new Unauthenticated(m.platform_not_logged_in({}, { locale: ctx.locale }));
  return row;
}

/** Throws Unauthenticated. */
export async function me(ctx: Ctx): Promise<{ user: PublicUser; email_confirmed: boolean }> {
  const row = await ownRow(ctx);
  return { user: publicUser(row), email_confirmed: row.emailVerified };
}

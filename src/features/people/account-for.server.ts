import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { accounts, users } from "./tables.server.ts";

export interface NewPerson {
  name: string;
  /** Lower case. */
  email: string;
  scfhsNumber: string;
  profession: string;
  /** Of the mails to them. */
  locale: Locale;
}

/**
 * The account of an e-mail; where there is none, one without a password, whose owner sets one by "Forgotten password".
 * What an account has already stays. Part of the open transaction.
 */
export async function accountFor(ctx: Ctx, person: NewPerson): Promise<{ id: string; name: string; email: string }> {
  const { email } = person;
  const now = ctx.now();
  const [made] = await ctx.db
    .insert(users)
    .values({ id: randomUUID(), ...person, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (made) {
    const credential = { providerId: "credential", accountId: made.id, userId: made.id, password: null };
    await ctx.db.insert(accounts).values({ id: randomUUID(), ...credential, createdAt: now, updatedAt: now });
    await audit(ctx, {
      action: "person.added",
      entity: "person",
      entityId: made.id,
      after: { name: person.name, email },
      personal: { of: made.id, paths: ["after.name", "after.email"] },
    });
    return { id: made.id, name: person.name, email };
  }
  const [known] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.email, email));
  if (!known) throw new Error("An account is gone");
  return known;
}

import { eq, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { eraseEverything } from "./erase-everything.server.ts";
import { erasedCounts, obstaclesTo } from "./erasure-facts.server.ts";
import { refusal } from "./erasure.server.ts";
import { withoutAnyOfThem } from "./names-in-text.ts";
import { isCompanyAddress } from "./person-mails.server.ts";

const noAccount = (email: string) => ({ id: "", email });

/**
 * What is kept under an address that has no account, for who wrote or was named by a buyer; with an account its id, and
 * nothing else. For `people.erase`. Throws Unauthenticated, Forbidden, ValidationError on `email` for an address of the
 * company or a colleague.
 */
export async function readAddress(ctx: Ctx, { email }: { email: string }) {
  requirePermission(ctx, "people.erase");
  if (await isCompanyAddress(ctx, email))
    throw new ValidationError({ email: [m.people_erase_company_email({}, { locale: ctx.locale })] });
  const [account] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (account) return { person_id: account.id, goes: null, against: [] };
  const { mails, enquiries, newsletter, seats } = await erasedCounts(ctx, noAccount(email));
  return {
    person_id: null,
    goes: { mails, enquiries, newsletter, seats },
    against: await obstaclesTo(ctx, noAccount(email)),
  };
}

/**
 * Erases what is kept under an address that has no account. For `people.erase` with a fresh sign-in. Throws as
 * `readAddress`, FreshSignInRequired, and Conflict while a seat is held or ahead, or when there is an account.
 */
export async function eraseAddress(ctx: Ctx, { email, asked }: { email: string; asked: string }) {
  requirePermission(ctx, "people.erase");
  requireFreshSignIn(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { person_id: account, against } = await readAddress(ctx, { email });
    if (account !== null) throw new Conflict(m.people_erase_has_account({}, { locale: ctx.locale }));
    const [first] = against;
    if (first) throw refusal(ctx, first);
    await eraseEverything(ctx, { account: null, address: email });
    const after = { asked: withoutAnyOfThem({ name: "", contactNumber: "", address: email })(asked) };
    await audit(ctx, { action: "person.erased", entity: "person", entityId: "", after });
  });
  return readAddress(ctx, { email });
}

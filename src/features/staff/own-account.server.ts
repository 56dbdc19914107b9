import { eq } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requireStaff, type Ctx } from "#platform/context.server.ts";
import { staffSessions, staffUsers } from "./tables.server.ts";

/** Instants ISO 8601 UTC. */
export interface OwnAccount {
  name: string;
  email: string;
  locale: "en" | "ar";
  last_sign_in_at: string | null;
  sessions: number;
}

/** Throws Unauthenticated, Forbidden. */
export async function readOwnAccount(ctx: Ctx): Promise<OwnAccount> {
  const { id } = requireStaff(ctx);
  const [row] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.id, id));
  if (!row) throw noSuchRecord(ctx);
  const { name, email, locale, lastSignInAt } = row;
  const sessions = await ctx.db.$count(staffSessions, eq(staffSessions.userId, id));
  return { name, email, locale, last_sign_in_at: lastSignInAt?.toISOString() ?? null, sessions };
}

/** `locale` is the language of the mails to them. Throws Unauthenticated, Forbidden. */
export async function saveOwnAccount(
  ctx: Ctx,
  { name, locale }: { name: string; locale: "en" | "ar" },
): Promise<OwnAccount> {
  const { id } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const before = await readOwnAccount(ctx);
    if (before.name === name && before.locale === locale) return;
    await ctx.db.update(staffUsers).set({ name, locale, updatedAt: ctx.now() }).where(eq(staffUsers.id, id));
    await audit(ctx, {
      action: "staff.account-changed",
      entity: "staff",
      entityId: id,
      before: { name: before.name, locale: before.locale },
      after: { name, locale },
      personal: { of: id, paths: ["before.name", "after.name"] },
    });
  });
  return readOwnAccount(ctx);
}

import { eq } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requireStaff, type Ctx } from "#platform/context.server.ts";
import { listPasskeys } from "./passkeys.server.ts";
import { staffSessions, staffUsers } from "./tables.server.ts";
import { listTrustedComputers } from "./trusted-computers.server.ts";

/** Reads the caller's account. Instants are ISO 8601 UTC. Throws Unauthenticated, Forbidden. */
export async function readOwnAccount(ctx: Ctx) {
  const { id } = requireStaff(ctx);
  const [row] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.id, id));
  if (!row) throw noSuchRecord(ctx);
  const { name, nameAr: name_ar, email, locale } = row;
  const sessions = await ctx.db.$count(staffSessions, eq(staffSessions.userId, id));
  const passkeys = await listPasskeys(ctx);
  const trustedComputers = await listTrustedComputers(ctx);
  const lastSignInAt = row.lastSignInAt?.toISOString() ?? null;
  return { name, name_ar, email, locale, lastSignInAt, sessions, passkeys, trustedComputers };
}

interface AccountChange {
  name: string;
  /** Empty removes the name; absent keeps it. */
  name_ar?: string | undefined;
  locale: "en" | "ar";
}

/** Changes the caller's account. `locale` is the language of emails to them. Throws Unauthenticated, Forbidden. */
export async function saveOwnAccount(ctx: Ctx, { name, locale, ...change }: AccountChange) {
  const { id } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const account = await readOwnAccount(ctx);
    const before = { name: account.name, name_ar: account.name_ar, locale: account.locale };
    const name_ar = change.name_ar === undefined ? account.name_ar : change.name_ar || null;
    const after = { name, name_ar, locale };
    if (before.name === name && before.name_ar === name_ar && before.locale === locale) return;
    await ctx.db
      .update(staffUsers)
      .set({ name, nameAr: name_ar, locale, updatedAt: ctx.now() })
      .where(eq(staffUsers.id, id));
    await audit(ctx, {
      action: "staff.account-changed",
      entity: "staff",
      entityId: id,
      before,
      after,
      personal: { of: id, paths: ["before.name", "before.name_ar", "after.name", "after.name_ar"] },
    });
  });
  return readOwnAccount(ctx);
}

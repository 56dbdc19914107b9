/** Demo accounts, one per role, with a known password and a second factor whose code the demo shows. */
import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { hashPassword } from "#features/people/password-hash.server.ts";
import { staffRoles, type StaffRole } from "#features/people/permissions.ts";
import { makeRecoveryCodes, newSecondFactor, unseal } from "./second-factor.server.ts";
import { getStaffAuth } from "./auth.server.ts";
import { withdrawAccess } from "./invitations.server.ts";
import { staffAccounts, staffTwoFactors, staffUsers } from "./tables.server.ts";

const demoPassword = "demo-staff-1";
const names: Record<StaffRole, { name: string; nameAr: string }> = {
  owner: { name: "Dr. Huda A.", nameAr: "د. هدى أ." },
  training: { name: "Reem S.", nameAr: "ريم س." },
  content: { name: "Faris M.", nameAr: "فارس م." },
  finance: { name: "Lina K.", nameAr: "لينا ك." },
  support: { name: "Omar T.", nameAr: "عمر ت." },
  auditor: { name: "Maha D.", nameAr: "مها د." },
};

async function createDemoMember(ctx: Ctx, role: StaffRole): Promise<void> {
  const email = `${role}@example.com`;
  const [existing] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.email, email));
  if (existing && existing.removedAt === null) return;
  const [password, factor, recovery] = [
    await hashPassword(demoPassword),
    await newSecondFactor(ctx, email),
    await makeRecoveryCodes(ctx),
  ];
  const [id, now] = [existing?.id ?? randomUUID(), ctx.now()];
  const member = { ...names[role], role, isDemo: true, twoFactorEnabled: true, emailVerified: true };
  const activeMember = { ...member, acceptedAt: now, removedAt: null };
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .insert(staffUsers)
      .values({ id, email, createdAt: now, ...activeMember })
      .onConflictDoUpdate({ target: staffUsers.id, set: activeMember });
    await withdrawAccess(ctx, id);
    const account = { id: randomUUID(), accountId: id, providerId: "credential", userId: id, password };
    await ctx.db.insert(staffAccounts).values(account);
    const codes = { secret: factor.sealed, backupCodes: recovery.sealed };
    await ctx.db.insert(staffTwoFactors).values({ id: randomUUID(), userId: id, ...codes });
  });
}

/** Creates missing demo staff; does nothing unless DEMO=1. */
export async function createDemoStaff(ctx: Ctx): Promise<void> {
  if (!ctx.env.DEMO) return;
  for (const role of staffRoles) await createDemoMember(ctx, role);
}

interface DemoMember {
  email: string;
  password: string;
  role: StaffRole;
  code: string;
  secondsLeft: number;
}

/** Lists the accounts with their current codes; only for the endpoint that is mounted with DEMO=1. */
export async function listDemoStaff(ctx: Ctx): Promise<DemoMember[]> {
  const { api } = await getStaffAuth(ctx);
  const { email, role } = staffUsers;
  const rows = await ctx.db
    .select({ email, role, secret: staffTwoFactors.secret })
    .from(staffUsers)
    .innerJoin(staffTwoFactors, eq(staffTwoFactors.userId, staffUsers.id))
    .where(and(eq(staffUsers.isDemo, true), isNull(staffUsers.removedAt)))
    .orderBy(asc(staffUsers.createdAt));
  const secondsLeft = 30 - (Math.floor(Date.now() / 1000) % 30);
  return Promise.all(
    rows.map(async ({ secret: sealed, ...member }) => {
      const secret = await unseal(ctx, sealed);
      const { code } = await api.generateTOTP({ body: { secret } });
      return { ...member, password: demoPassword, code, secondsLeft };
    }),
  );
}

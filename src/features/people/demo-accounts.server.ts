import { eq } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { createAccount, type Registration } from "./accounts.server.ts";
import { users } from "./tables.server.ts";

const common = { scfhs_number: "", workplace: "Example Hospital, Riyadh", address: "", remember_me: "accept" } as const;

/** Learners of the demo, who can sign in with these passwords. */
export const demoAccounts: readonly Registration[] = [
  {
    ...common,
    name: "Sara Nasser",
    email: "learner@example.com",
    password: "demo-learner-1",
    contact_number: "+966500000001",
    scfhs_number: "07RM0012345",
    profession: "Nurse",
  },
];

/** Creates the demo accounts. Does nothing unless DEMO=1, so that no known password ever works elsewhere. */
export async function createDemoAccounts(ctx: Ctx): Promise<void> {
  if (!ctx.env.DEMO) return;
  for (const account of demoAccounts) {
    const existing = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, account.email));
    if (existing.length === 0) await createAccount(ctx, account);
    // Confirms the address here, because nobody reads the email of a demo address.
    await ctx.db.update(users).set({ emailVerified: true }).where(eq(users.email, account.email));
  }
}

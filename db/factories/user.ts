import { users } from "#features/people/tables.server.ts";
import type { Db } from "#platform/db/database.server.ts";

/** A person with an account on a confirmed address but no password. Tests sign them in without one. */
export async function makeUser(
  db: Db,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<typeof users.$inferSelect> {
  const id = crypto.randomUUID();
  const [user] = await db
    .insert(users)
    .values({
      id,
      name: "Sara N.",
      email: `sara-${id.slice(0, 8)}@example.com`,
      contactNumber: "+966500000001",
      scfhsNumber: "12JM0012345",
      workplace: "Example Hospital",
      profession: "Nurse",
      emailVerified: true,
      ...values,
    })
    .returning();
  if (!user) throw new Error("no user was made");
  return user;
}

import { discountCodes } from "#features/discounts/tables.server.ts";
import type { Db } from "#platform/db/database.server.ts";

/** Stores a code for 10 % off all courses, for everyone and without an end. */
export async function makeCode(
  db: Db,
  code: string,
  facts: Partial<typeof discountCodes.$inferInsert> = {},
): Promise<typeof discountCodes.$inferSelect> {
  const defaults = { percent: 10, validFrom: "2020-01-01", scope: "all" as const, createdAt: new Date() };
  const [created] = await db
    .insert(discountCodes)
    .values({ ...defaults, ...facts, code })
    .returning();
  if (!created) throw new Error("A code was not written");
  return created;
}

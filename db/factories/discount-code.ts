import { discountCodes } from "#features/discounts/tables.server.ts";
import type { Db } from "#platform/db/database.server.ts";

/** 10 % off all courses, for ever and everyone. */
export async function makeCode(
  db: Db,
  code: string,
  facts: Partial<typeof discountCodes.$inferInsert> = {},
): Promise<typeof discountCodes.$inferSelect> {
  const usual = { percent: 10, validFrom: "2020-01-01", scope: "all" as const, createdAt: new Date() };
  const [created] = await db
    .insert(discountCodes)
    .values({ ...usual, ...facts, code })
    .returning();
  if (!created) throw new Error("A code was not written");
  return created;
}

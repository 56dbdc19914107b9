import type { Ctx } from "#platform/context.server.ts";
import { installations } from "./tables.server.ts";

/**
 * Returns the id of this database, which is sent in the metadata of each card payment. A payment without it was begun
 * by another installation at the same provider account, or manually. The id is created when first needed, because new
 * demo databases are copies of one that the build made.
 */
export async function installationId(ctx: Ctx): Promise<string> {
  const { installationId } = installations;
  const readId = () => ctx.db.select({ installationId }).from(installations);
  const [row] = await readId();
  if (row) return row.installationId;
  await ctx.db.insert(installations).values({ id: 1 }).onConflictDoNothing();
  const [created] = await readId();
  if (!created) throw new Error("The installation has no id");
  return created.installationId;
}

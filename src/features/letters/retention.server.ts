import { lt } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { contactRequests, demoRequests } from "./tables.server.ts";

/** As the privacy policy promises. */
export const requestMonths = 24;

/** Job: deletes messages and demo requests 24 months after they came; replies and notes go with them. */
export async function deleteOldRequests(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now());
  before.setUTCMonth(before.getUTCMonth() - requestMonths);
  for (const table of [demoRequests, contactRequests]) await ctx.db.delete(table).where(lt(table.createdAt, before));
}

import { count, eq, min } from "drizzle-orm";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { runCancellations } from "./tables.server.ts";

/**
 * How many cancellations wait for a second person, and since when the first. For `orders.approve`. Throws
 * Unauthenticated, Forbidden.
 */
export async function countWaitingCancellations(ctx: Ctx): Promise<{ waiting: number; oldestAt: Date | null }> {
  requirePermission(ctx, "orders.approve");
  const { askedAt, state } = runCancellations;
  const [found] = await ctx.db
    .select({ waiting: count(), oldestAt: min(askedAt) })
    .from(runCancellations)
    .where(eq(state, "waiting"));
  return found ?? { waiting: 0, oldestAt: null };
}

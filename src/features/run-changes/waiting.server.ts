import { asc, count, eq } from "drizzle-orm";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { runCancellations } from "./tables.server.ts";

/** How many cancellations wait for a second person, and since when the first. For `orders.approve`. Throws Unauthenticated, Forbidden. */
export async function countWaitingCancellations(ctx: Ctx): Promise<{ waiting: number; oldestAt: Date | null }> {
  requirePermission(ctx, "orders.approve");
  const { askedAt, state } = runCancellations;
  const isWaiting = eq(state, "waiting");
  const [found] = await ctx.db.select({ waiting: count() }).from(runCancellations).where(isWaiting);
  const [oldest] = await ctx.db
    .select({ askedAt })
    .from(runCancellations)
    .where(isWaiting)
    .orderBy(asc(askedAt))
    .limit(1);
  return { waiting: found?.waiting ?? 0, oldestAt: oldest?.askedAt ?? null };
}

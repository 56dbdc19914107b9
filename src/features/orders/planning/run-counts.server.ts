import { and, countDistinct, count, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { monthBounds } from "#features/invoices/finance/months.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { inStateSql, runStates } from "./staff-runs.server.ts";

/**
 * How many runs each saved view holds, and on how many days of this month in Riyadh one is taught. Throws
 * Unauthenticated, Forbidden.
 */
export async function countRuns(ctx: Ctx) {
  requirePermission(ctx, "schedule.read");
  const today = riyadhDate(ctx.now());
  const month = monthBounds(today.slice(0, 7));
  const { startsAt } = runSessions;
  const [[counted], [taught]] = await Promise.all([
    ctx.db
      .select({
        all: count(),
        ...Object.fromEntries(
          runStates.map((state) => [
            state,
            sql<number>`(count(*) filter (where ${inStateSql(state, today)}))::int`.as(state.replace("-", "_")),
          ]),
        ),
      })
      .from(courseRuns),
    ctx.db
      .select({ days: countDistinct(sql`(${startsAt} at time zone 'Asia/Riyadh')::date`) })
      .from(runSessions)
      .innerJoin(courseRuns, and(eq(courseRuns.id, runSessions.runId), isNull(courseRuns.cancelledAt)))
      .where(and(gte(startsAt, month.from), lt(startsAt, month.to))),
  ]);
  return {
    views: Object.entries(counted ?? {}).map(([name, total]) => ({ name, total: Number(total) })),
    teaching_days: taught?.days ?? 0,
  };
}

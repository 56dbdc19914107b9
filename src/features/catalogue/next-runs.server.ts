import { and, eq, gt, not, notExists, or, lt, type SQL } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { isListedSql } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "./tables.server.ts";

export type RunColumns = Record<
  "id" | "courseId" | "startDate" | "endDate" | "cancelledAt" | "saleStoppedAt" | "visibility",
  PgColumn
>;

export interface NextRunConditions {
  /** Condition on a run to represent its course; cancelled and private runs never do. */
  run?: ((run: RunColumns) => SQL | undefined) | undefined;
  /** Condition on the course and its representing run. */
  course?: SQL | undefined;
}

const sooner = alias(courseRuns, "sooner");

/**
 * Selects the ids of the next upcoming run of each course, for a join; soonest first unless `first` says otherwise.
 * Reads runs in the order of their days and looks up an earlier one by index for each, so a page costs the same among
 * thousands of runs. Stores nothing that would be wrong on the next day.
 */
export function nextRuns(
  ctx: Ctx,
  conditions: NextRunConditions,
  { limit, offset = 0, first = [] }: { limit: number; offset?: number; first?: (PgColumn | SQL)[] },
) {
  const today = riyadhDate(ctx.now());
  const { startDate, id } = courseRuns;
  const isAhead = (run: RunColumns) => and(gt(run.startDate, today), isListedSql(run), conditions.run?.(run));
  const comesSooner = or(lt(sooner.startDate, startDate), and(eq(sooner.startDate, startDate), lt(sooner.id, id)));
  const others = ctx.db
    .select({ id: sooner.id })
    .from(sooner)
    .where(and(eq(sooner.courseId, courseRuns.courseId), isAhead(sooner), comesSooner));
  return ctx.db
    .select({ id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(isAhead(courseRuns), notExists(others), not(courses.off_site), conditions.course))
    .orderBy(...first, startDate, id)
    .limit(limit)
    .offset(offset);
}

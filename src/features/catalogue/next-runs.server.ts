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
  /** Condition on the run that represents its course. Cancelled and private runs never represent it. */
  run?: ((run: RunColumns) => SQL | undefined) | undefined;
  /** Condition on the course and its representing run. */
  course?: SQL | undefined;
}

const sooner = alias(courseRuns, "sooner");

/**
 * Builds a query for the id of the next upcoming run of each course, to join with. The runs are sorted by `first`, then
 * soonest first. The query reads runs in the order of their start dates and, for each, looks up by index whether an
 * earlier one exists, so that a page costs the same among thousands of runs. It reads no stored flag that would be
 * wrong on the next day.
 */
export function nextRuns(
  ctx: Ctx,
  conditions: NextRunConditions,
  { limit, offset = 0, first = [] }: { limit: number; offset?: number; first?: (PgColumn | SQL)[] },
) {
  const today = riyadhDate(ctx.now());
  const { startDate, id } = courseRuns;
  const canRepresent = (run: RunColumns) => and(gt(run.startDate, today), isListedSql(run), conditions.run?.(run));
  const startsSooner = or(lt(sooner.startDate, startDate), and(eq(sooner.startDate, startDate), lt(sooner.id, id)));
  const soonerRuns = ctx.db
    .select({ id: sooner.id })
    .from(sooner)
    .where(and(eq(sooner.courseId, courseRuns.courseId), canRepresent(sooner), startsSooner));
  return ctx.db
    .select({ id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(canRepresent(courseRuns), notExists(soonerRuns), not(courses.off_site), conditions.course))
    .orderBy(...first, startDate, id)
    .limit(limit)
    .offset(offset);
}

import { and, asc, count, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { CourseCategory } from "#features/catalogue/filters.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import {
  emptyLast,
  toItemLines,
  meetsFilterSql,
  sortColumns,
  type ItemFilter,
} from "#features/content/editing/items.server.ts";
import type { Item } from "#features/content/editing/revision-rows.server.ts";
import { bringUpToDate } from "#features/content/editing/summaries.server.ts";
import { contentSummaries } from "#features/content/editing/tables.server.ts";
import { countHeld } from "#features/seats/seats.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { maxRows } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import type { CourseLine, RunAhead } from "./course-types.ts";

const isUpcomingSql = (ctx: Ctx) => and(isNull(courseRuns.cancelledAt), gte(courseRuns.endDate, riyadhDate(ctx.now())));

const runColumns = {
  id: courseRuns.id,
  courseId: courseRuns.courseId,
  startDate: courseRuns.startDate,
  endDate: courseRuns.endDate,
  venueEng: courseRuns.venueEng,
  venueAr: courseRuns.venueAr,
  delivery: courseRuns.delivery,
  capacity: courseRuns.capacity,
  seatsSold: courseRuns.seatsSold,
};

async function withHeldSeats<Run extends { id: number }>(ctx: Ctx, runs: readonly Run[]) {
  const held = await countHeld(
    ctx,
    runs.map(({ id }) => id),
    undefined,
  );
  return runs.map((run) => ({ ...run, seatsHeld: held.get(run.id) ?? 0 }));
}

async function countUpcomingRuns(ctx: Ctx, ids: number[]): Promise<Map<number, number>> {
  const { courseId } = courseRuns;
  const rows = await ctx.db
    .select({ courseId, runs: count() })
    .from(courseRuns)
    .where(and(isUpcomingSql(ctx), inArray(courseId, ids)))
    .groupBy(courseId);
  return new Map(rows.map(({ courseId, runs }) => [courseId, runs]));
}

/** Ids of the courses with a run, upcoming or past, that is not cancelled. */
async function findIdsWithRun(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  const { courseId } = courseRuns;
  const rows = await ctx.db
    .selectDistinct({ courseId })
    .from(courseRuns)
    .where(and(isNull(courseRuns.cancelledAt), inArray(courseId, ids)));
  return new Set(rows.map(({ courseId }) => courseId));
}

/** Every course with its next run, which one index lookup finds. */
function coursesWithRun(ctx: Ctx) {
  const { courseId, startDate, id } = courseRuns;
  const next = ctx.db
    .select(runColumns)
    .from(courseRuns)
    .where(and(isUpcomingSql(ctx), eq(courseId, courses.id)))
    .orderBy(startDate, id)
    .limit(1)
    .as("next");
  const rows = ctx.db
    .select({ summary: contentSummaries, category: courses.category, nextRun: next.id })
    .from(contentSummaries)
    // A course that was never published has no row.
    .leftJoin(courses, eq(sql`${courses.id}::text`, contentSummaries.entityId))
    .leftJoinLateral(next, sql`true`)
    .$dynamic();
  return { rows, next };
}

type CourseRow = Awaited<ReturnType<typeof coursesWithRun>["rows"]>[number];

async function toCourseLines(ctx: Ctx, rows: readonly CourseRow[]): Promise<CourseLine[]> {
  const lines = await toItemLines(
    ctx,
    rows.map(({ summary }) => summary),
  );
  const nextIds = rows.flatMap(({ nextRun }) => nextRun ?? []);
  const nextRuns = await ctx.db.select(runColumns).from(courseRuns).where(inArray(courseRuns.id, nextIds));
  const runs = await withHeldSeats(ctx, nextRuns);
  const byCourse = new Map(runs.map(({ courseId, ...run }) => [courseId, run]));
  const upcomingCounts = await countUpcomingRuns(ctx, [...byCourse.keys()]);
  const idsWithRun = await findIdsWithRun(
    ctx,
    lines.flatMap(({ entity_id }) => (Number.isInteger(Number(entity_id)) ? [Number(entity_id)] : [])),
  );
  return lines.map((line, index) => {
    const id = Number(line.entity_id);
    return {
      ...line,
      courseId: id,
      category: rows[index]?.category ?? null,
      runsAhead: upcomingCounts.get(id) ?? 0,
      hasRun: idsWithRun.has(id),
      nextRun: byCourse.get(id) ?? null,
    };
  });
}

export const courseSorts = ["next_run", "title", "title_ar", "saved_at", "seats", "id"] as const;
export interface CourseFilter extends Omit<ItemFilter, "entity"> {
  category?: CourseCategory | undefined;
  /** Delivery of the next run. */
  delivery?: "onsite" | "online" | undefined;
  /** Whether the course has a run that has not ended. */
  has_run?: boolean | undefined;
}

/** Lists courses with their state, Arabic, next run and its seats. */
export async function listCourses(
  ctx: Ctx,
  query: ListQuery<(typeof courseSorts)[number], CourseFilter>,
): Promise<ListPage<CourseLine>> {
  requirePermission(ctx, listCourses.permission);
  await bringUpToDate(ctx);
  const { category, delivery, has_run: hasRun, ...filter } = query.filter;
  const { rows, next } = coursesWithRun(ctx);
  const where = and(
    meetsFilterSql({ ...filter, entity: "course" }),
    category && eq(courses.category, category),
    delivery && eq(next.delivery, delivery),
    hasRun === undefined ? undefined : hasRun ? isNotNull(next.id) : isNull(next.id),
  );
  const seats = sql`${next.seatsSold}::float8 / ${next.capacity}`;
  const courseRows = await rows
    .where(where)
    .orderBy(...emptyLast(query, { ...sortColumns, next_run: sql`${next.startDate}`, seats }))
    .limit(query.perPage)
    .offset((query.page - 1) * query.perPage);
  const matchingCourses = coursesWithRun(ctx).rows.where(where).as("fitting");
  const total = await ctx.db.$count(matchingCourses);
  return { data: await toCourseLines(ctx, courseRows), total: Math.min(total, maxRows), more: total > maxRows };
}
listCourses.permission = "content.read" as const;

/** Reads a course with its runs that have not ended (at most 50), soonest first. Throws NotFound. */
export async function readCourse(ctx: Ctx, { id: item }: { id: Item }): Promise<CourseLine & { runs: RunAhead[] }> {
  requirePermission(ctx, readCourse.permission);
  await bringUpToDate(ctx);
  const { entity, entityId } = contentSummaries;
  const isCourse = and(eq(entity, "course"), eq(entity, item.entity), eq(entityId, item.entityId));
  const [line] = await toCourseLines(ctx, await coursesWithRun(ctx).rows.where(isCourse));
  if (!line) throw noSuchRecord(ctx);
  const rows = await ctx.db
    .select(runColumns)
    .from(courseRuns)
    .where(and(isUpcomingSql(ctx), eq(courseRuns.courseId, line.courseId)))
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id))
    .limit(50);
  return {
    ...line,
    runs: await withHeldSeats(
      ctx,
      rows.map(({ courseId: _course, ...run }) => run),
    ),
  };
}
readCourse.permission = "content.read" as const;

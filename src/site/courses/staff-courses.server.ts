import { and, asc, count, eq, gte, isNull } from "drizzle-orm";
import type { CourseCategory } from "#features/catalogue/course.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { filterLines, itemLines, type ItemFilter } from "#features/editing/items.server.ts";
import type { Item } from "#features/editing/revision-rows.server.ts";
import { countHeld } from "#features/enrolments/seats.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { pageOfRows } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import type { CourseLine, RunAhead } from "./course-types.ts";

const isAhead = (ctx: Ctx) => and(isNull(courseRuns.cancelledAt), gte(courseRuns.endDate, riyadhDate(ctx.now())));

const runColumns = {
  id: courseRuns.id,
  course_id: courseRuns.courseId,
  start_date: courseRuns.startDate,
  end_date: courseRuns.endDate,
  venue_eng: courseRuns.venueEng,
  venue_ar: courseRuns.venueAr,
  delivery: courseRuns.delivery,
  capacity: courseRuns.capacity,
  seats_sold: courseRuns.seatsSold,
};

async function withHeld<Run extends { id: number }>(ctx: Ctx, runs: readonly Run[]) {
  const held = await countHeld(
    ctx,
    runs.map(({ id }) => id),
    undefined,
  );
  return runs.map((run) => ({ ...run, seats_held: held.get(run.id) ?? 0 }));
}

/** The next run of each course, by its id. */
async function nextRuns(ctx: Ctx) {
  const { courseId, startDate, id } = courseRuns;
  const rows = await ctx.db
    .selectDistinctOn([courseId], runColumns)
    .from(courseRuns)
    .where(isAhead(ctx))
    .orderBy(courseId, startDate, id);
  const runs = await withHeld(ctx, rows);
  return new Map(runs.map(({ course_id, ...run }) => [course_id, run]));
}

async function countAhead(ctx: Ctx): Promise<Map<number, number>> {
  const { courseId } = courseRuns;
  const rows = await ctx.db.select({ courseId, runs: count() }).from(courseRuns).where(isAhead(ctx)).groupBy(courseId);
  return new Map(rows.map(({ courseId, runs }) => [courseId, runs]));
}

async function courseLines(ctx: Ctx): Promise<CourseLine[]> {
  const lines = await itemLines(ctx, ["course"]);
  const [next, ahead] = [await nextRuns(ctx), await countAhead(ctx)];
  const rows = await ctx.db.select({ id: courses.id, category: courses.category }).from(courses);
  const categories = new Map(rows.map(({ id, category }) => [id, category]));
  return lines.map((line) => {
    const id = Number(line.entity_id);
    return {
      ...line,
      course_id: id,
      category: categories.get(id) ?? null,
      runs_ahead: ahead.get(id) ?? 0,
      next_run: next.get(id) ?? null,
    };
  });
}

export const courseSorts = ["next_run", "title", "title_ar", "saved_at", "seats", "id"] as const;
export interface CourseFilter extends Omit<ItemFilter, "entity"> {
  category?: CourseCategory | undefined;
  /** Of the next run. */
  delivery?: "onsite" | "online" | undefined;
  /** Whether a run is ahead. */
  has_run?: boolean | undefined;
}

/** Courses with their state, Arabic, next run and its seats. For `content.read`. Throws Unauthenticated, Forbidden. */
export async function listCourses(
  ctx: Ctx,
  query: ListQuery<(typeof courseSorts)[number], CourseFilter>,
): Promise<ListPage<CourseLine>> {
  requirePermission(ctx, "content.read");
  const { category, delivery, has_run: hasRun, ...filter } = query.filter;
  const fitting = filterLines(await courseLines(ctx), filter).filter(
    (line) =>
      (category === undefined || line.category === category) &&
      (delivery === undefined || line.next_run?.delivery === delivery) &&
      (hasRun === undefined || hasRun === line.runs_ahead > 0),
  );
  const { data, ...counted } = pageOfRows(
    query,
    fitting.map((line) => ({ id: line.id, line, ...sortKeysOf(line) })),
  );
  return { data: data.map(({ line }) => line), ...counted };
}

function sortKeysOf({ next_run: run, title, title_ar, saved_at }: CourseLine) {
  return { next_run: run?.start_date ?? null, seats: run && run.seats_sold / run.capacity, title, title_ar, saved_at };
}

/** With all its runs ahead, soonest first. For `content.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function readCourse(ctx: Ctx, { id: item }: { id: Item }): Promise<CourseLine & { runs: RunAhead[] }> {
  requirePermission(ctx, "content.read");
  const line = (await courseLines(ctx)).find(({ id }) => id === `${item.entity}:${item.entityId}`);
  if (!line) throw noSuchRecord(ctx);
  const rows = await ctx.db
    .select(runColumns)
    .from(courseRuns)
    .where(and(isAhead(ctx), eq(courseRuns.courseId, line.course_id)))
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id))
    .limit(50);
  return {
    ...line,
    runs: await withHeld(
      ctx,
      rows.map(({ course_id: _course, ...run }) => run),
    ),
  };
}

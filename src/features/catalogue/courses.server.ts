import { and, eq, gt, gte, inArray, isNull, lte, ne, not, sql } from "drizzle-orm";
import { searchKeys } from "#features/search/search.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { pageOf } from "#platform/page.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { listSessions } from "#features/schedule/sessions.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import {
  courseColumns,
  runColumns,
  seatsLeftSql,
  selectSummaries,
  soonestFirstSql,
  stageSql,
  priced,
  summaryOf,
  omit,
} from "./course-rows.server.ts";
import { byStage, selectRun, type Course, type CourseCategory, type CoursePage, type CourseSummary } from "./course.ts";
import { courses } from "./tables.server.ts";

export const coursesPerPage = 9;

interface Filter {
  /** Best first; null for all. */
  slugs?: string[] | null;
  from?: string | undefined;
  to?: string | undefined;
  category?: string | undefined;
}

/** The id of one matching run per course: the next, else one that has begun, else the latest past one. */
function shownRuns(ctx: Ctx, { slugs, from, to, category }: Filter) {
  const matches = and(
    isNull(courseRuns.cancelledAt),
    not(courses.offSite),
    slugs ? inArray(courses.slug, slugs) : undefined,
    from ? gte(courseRuns.endDate, from) : undefined,
    to ? lte(courseRuns.startDate, to) : undefined,
    category ? eq(courses.category, category) : undefined,
  );
  return ctx.db
    .selectDistinctOn([courseRuns.courseId], { id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(matches)
    .orderBy(courseRuns.courseId, ...soonestFirstSql(riyadhDate(ctx.now())))
    .as("shown");
}

interface Range {
  limit: number;
  offset: number;
}

/** Those ahead first; with `slugs`, in their order among them. */
async function readCourses(ctx: Ctx, filter: Filter, range?: Range): Promise<{ data: CourseSummary[]; total: number }> {
  const today = riyadhDate(ctx.now());
  const shown = shownRuns(ctx, filter);
  const found = filter.slugs ? [sql`array_position(${sql.param(filter.slugs)}::text[], ${courses.slug})`] : [];
  const query = ctx.db
    .select({ ...runColumns(ctx), ...courseColumns, total: sql<number>`count(*) over ()::int` })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .innerJoin(shown, eq(shown.id, courseRuns.id))
    .orderBy(stageSql(today), ...found, ...soonestFirstSql(today));
  const rows = await (range ? query.limit(range.limit).offset(range.offset) : query);
  return { data: rows.map((row) => summaryOf(omit(row, "total"))), total: rows[0]?.total ?? 0 };
}

/**
 * The catalogue, 9 courses a page: upcoming first by start date, then those that have begun, then past ones, latest
 * first; with search words, by rank before the date. A course matches when the site's search finds all words in it, and
 * a run of it overlaps the days `from` to `to`.
 */
export async function listCourses(
  ctx: Ctx,
  input: { page: number; searchInput?: string | undefined; from?: string | undefined; to?: string | undefined },
): Promise<CoursePage> {
  const filter = { slugs: await searchKeys(ctx, "course", input.searchInput ?? ""), from: input.from, to: input.to };
  const offset = (input.page - 1) * coursesPerPage;
  const { data, total: counted } = await readCourses(ctx, filter, { limit: coursesPerPage, offset });
  // No row of a page past the end carries the total.
  const isPastEnd = data.length === 0 && offset > 0;
  const total = isPastEnd ? await ctx.db.$count(shownRuns(ctx, filter)) : counted;
  return pageOf(data, { page: input.page, perPage: coursesPerPage, total });
}

/**
 * All of them (`limit` -1) in the catalogue's order; a limited list begins with what can be booked, upcoming before
 * begun and featured before others, and is filled up with what cannot be booked.
 */
export async function listCoursesByCategory(
  ctx: Ctx,
  { cat, limit }: { cat: CourseCategory; limit: number },
): Promise<CourseSummary[]> {
  if (limit < 0) return (await readCourses(ctx, { category: cat })).data;
  const today = riyadhDate(ctx.now());
  const shown = shownRuns(ctx, { category: cat });
  const isClosed = sql`(${courseRuns.endDate} < ${today} or ${courses.closed} or ${courseRuns.saleStoppedAt} is not null or ${seatsLeftSql(ctx)} <= 0)`;
  const rows = await selectSummaries(ctx)
    .innerJoin(shown, eq(shown.id, courseRuns.id))
    .orderBy(isClosed, stageSql(today), courses.featuredPosition, ...soonestFirstSql(today))
    .limit(limit);
  return rows.map(summaryOf);
}

/** As `courses-by-category` with limit 4. */
export const featuredCourses = (ctx: Ctx): Promise<CourseSummary[]> =>
  listCoursesByCategory(ctx, { cat: "healthcare-quality", limit: 4 });

/** Up to four other courses that can be booked: upcoming before begun, then the same category first, soonest first. */
export async function relatedCourses(ctx: Ctx, course: { slug: string; category: string }): Promise<CourseSummary[]> {
  const today = riyadhDate(ctx.now());
  const onSale = and(
    isNull(courseRuns.cancelledAt),
    isNull(courseRuns.saleStoppedAt),
    gte(courseRuns.endDate, today),
    ne(courses.slug, course.slug),
    not(courses.closed),
    not(courses.offSite),
  );
  const next = ctx.db
    .selectDistinctOn([courseRuns.courseId], { id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(onSale)
    .orderBy(courseRuns.courseId, ...soonestFirstSql(today))
    .as("next");
  const rows = await selectSummaries(ctx)
    .innerJoin(next, eq(next.id, courseRuns.id))
    .where(gt(seatsLeftSql(ctx), 0))
    .orderBy(stageSql(today), ne(courses.category, course.category), ...soonestFirstSql(today))
    .limit(4);
  return rows.map(summaryOf);
}

/** In the specification's words. */
export function noSuchCourse(ctx: Ctx): NotFound {
  return new NotFound(m.catalogue_not_found({}, { locale: ctx.locale }), { status: "", data: null });
}

/**
 * The requested run, else as `selectRun`; `other_dates` are the further runs that have not ended. Throws NotFound with
 * `{ status: "", data: null }`.
 */
export async function courseDetails(
  ctx: Ctx,
  { slug, run: wanted }: { slug: string; run?: number | undefined },
): Promise<Course> {
  // PostgreSQL rejects U+0000, which an address may hold.
  if (slug.includes("\0")) throw noSuchCourse(ctx);
  const [found] = await ctx.db
    .select({
      id: courses.id,
      ...courseColumns,
      about_course_eng: courses.aboutCourseEng,
      about_course_ar: courses.aboutCourseAr,
      prerequisites_eng: courses.prerequisitesEng,
      prerequisites_ar: courses.prerequisitesAr,
      speakers: courses.speakers,
      curriculum: courses.curriculum,
    })
    .from(courses)
    .where(and(eq(courses.slug, slug), not(courses.offSite)));
  if (!found) throw noSuchCourse(ctx);
  const { id, ...course } = found;
  const runs = await ctx.db
    .select({ ...runColumns(ctx), accreditation_number: courseRuns.accreditationNumber })
    .from(courseRuns)
    .where(and(eq(courseRuns.courseId, id), isNull(courseRuns.cancelledAt)));
  const run = selectRun(runs, wanted);
  if (!run) throw noSuchCourse(ctx);
  const others = runs.filter((other) => other.id !== run.id && !other.ended && !other.off_sale).sort(byStage);
  const otherDates = others.map((other) => priced(omit(other, "accreditation_number")));
  const sessions = (await listSessions(ctx, [run.id])).get(run.id) ?? [];
  return { ...summaryOf({ ...course, ...run }), sessions, other_dates: otherDates };
}

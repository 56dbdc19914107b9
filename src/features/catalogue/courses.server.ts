import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, not, or, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { cachedAnswer } from "#features/settings/content-changes.server.ts";
import { countVisible, searchSlugs } from "#features/content/search/search.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { monthNamed, venuesNamed, type Venue } from "./place-words.ts";
import type { Ctx } from "#platform/context.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { toPage } from "#platform/page.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { canOpenRun, isListedSql, runKey } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courseFacts } from "./catalogue.schema.server.ts";
import {
  courseColumns,
  nextHoldEnd,
  runColumns,
  seatsLeftSql,
  selectSummaries,
  soonestFirstSql,
  speakersSql,
  stageSql,
  closedOffSale,
  omit,
  toRun,
  toCourseSummary,
  termsColumns,
  linkColumns,
  companyColumns,
  getCompany,
  readRunTerms,
} from "./course-rows.server.ts";
import { byBooking, byStage, selectRun, type Course, type CoursePage, type CourseSummary } from "./course.ts";
import {
  countChoices,
  isBookableSql,
  isOnSaleSql,
  matches,
  whereWithinDates,
  type CourseFilter,
} from "./course-filter.server.ts";
import { facets, type Choices, type Chosen, type CourseCategory, type Sort } from "./filters.ts";
import type { Listing } from "./listing.ts";
import { nextRuns, type RunColumns } from "./next-runs.server.ts";
import { courses } from "./tables.server.ts";

export const coursesPerPage = 9;

/** Selects one matching run per course: the next, else one that has begun, else the latest past one. */
function selectMatchingRuns(ctx: Ctx, filter: CourseFilter) {
  return ctx.db
    .selectDistinctOn([courseRuns.courseId], { id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(matches(ctx, filter))
    .orderBy(courseRuns.courseId, ...soonestFirstSql(riyadhDate(ctx.now())))
    .as("shown");
}

interface Range {
  limit: number;
  offset: number;
}

const searchRankSql = (slugs: string[]) => sql`array_position(${sql.param(slugs)}::text[], ${courses.slug})`;

/** Columns to sort the representing runs by: those of `sort`, or the search rank for a search without a sort. */
function getOrder(ctx: Ctx, { slugs }: CourseFilter, sort: Sort | null): SQL[] {
  const today = riyadhDate(ctx.now());
  const soonest = [...soonestFirstSql(today)] as SQL[];
  if (!sort && slugs) return [stageSql(today), searchRankSql(slugs), ...soonest];
  const cannotBeBooked = sql`not (${isBookableSql(ctx)})`;
  const hasEnded = sql`${courseRuns.endDate} < ${today}`;
  switch (sort) {
    case "price":
      return [cannotBeBooked, hasEnded, sql`${courseRuns.priceHalalas}`, ...soonest];
    case "hours": {
      const accreditedHoursSql = sql`case when ${courseRuns.accreditationStatus} = 'accredited' then ${courseRuns.hours} end`;
      return [cannotBeBooked, hasEnded, sql`${accreditedHoursSql} desc nulls last`, ...soonest];
    }
    default:
      return [cannotBeBooked, ...soonest];
  }
}

/** Reads the matching courses, each with the run that represents it; all of them without `range`. */
async function readCourses(
  ctx: Ctx,
  filter: CourseFilter,
  { sort = null, range }: { sort?: Sort | null; range?: Range } = {},
): Promise<CourseSummary[]> {
  const today = riyadhDate(ctx.now());
  const visibleRuns = selectMatchingRuns(ctx, filter);
  const query = selectSummaries(ctx)
    .innerJoin(visibleRuns, eq(visibleRuns.id, courseRuns.id))
    .orderBy(...getOrder(ctx, filter, sort));
  const rows = await (range ? query.limit(range.limit).offset(range.offset) : query);
  return rows.map((row) => toCourseSummary(row, today));
}

interface CoursesWithTotal {
  data: CourseSummary[];
  /** Number of courses on all pages. */
  total: number;
}

/**
 * Reads a range of the matching courses with their total, like `readCourses`. When upcoming courses fill the range (in
 * a list without search words: upcoming courses that can be booked), one statement reads only their next runs and the
 * total.
 */
async function readRange(ctx: Ctx, filter: CourseFilter, sort: Sort | null, range: Range): Promise<CoursesWithTotal> {
  const today = riyadhDate(ctx.now());
  const count = countCourses(ctx, filter);
  const readAll = async () => ({ data: await readCourses(ctx, filter, { sort, range }), total: await count });
  if (sort || hasChoice(filter)) return readAll();
  // Upcoming courses among the best matches come before upcoming ones among the rest.
  const best = filter.slugs?.slice(0, 4 * (range.offset + range.limit));
  const first = best ? [searchRankSql(best)] : [];
  const whereVisible = best ? inArray(courses.slug, best) : isOnSaleSql(ctx);
  const ahead = nextRuns(ctx, { run: whereWithinDates(filter), course: whereVisible }, { ...range, first }).as("ahead");
  const rows = await ctx.db
    .select({ total: sql<number>`${count}::int`, ...runColumns(ctx), ...courseColumns })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .innerJoin(ahead, eq(ahead.id, courseRuns.id))
    .orderBy(...first, courseRuns.startDate, courseRuns.id);
  const [row] = rows;
  if (!row || rows.length < range.limit) return readAll();
  return { data: rows.map((row) => toCourseSummary(omit(row, "total"), today)), total: row.total };
}

const hasChoice = ({ venues, month, chosen = {} }: CourseFilter) =>
  Boolean(venues) || month !== undefined || Object.keys(chosen).length > 0;

/** Counts the matching courses. Returns a number, or a query that can be awaited or used as a column. */
function countCourses(ctx: Ctx, filter: CourseFilter) {
  // The search index has a row for each course that is on the site and has a run. These are the courses of a list
  // without filters.
  if (!filter.from && !filter.to && !hasChoice(filter))
    return filter.slugs ? filter.slugs.length : countVisible(ctx, "course");
  return ctx.db.$count(selectMatchingRuns(ctx, filter));
}

export interface ListInput {
  searchInput?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  chosen?: Chosen | undefined;
  /** Null: by rank for a search, else `soonest`. */
  sort?: Sort | null | undefined;
}

/** The filters of an address as input of a list. */
export const toListInput = ({ q, from, to, chosen, sort }: Listing): ListInput => ({
  searchInput: q,
  from: from ?? undefined,
  to: to ?? undefined,
  chosen,
  sort,
});

/**
 * Caches what `read` returns under the key `question`, until content or seats change, a hold expires or the day ends.
 */
export const cachedList = <T>(ctx: Ctx, question: readonly unknown[], read: (ctx: Ctx) => Promise<T>): Promise<T> =>
  cachedAnswer(ctx, "seats", [riyadhDate(ctx.now()), ...question], read, nextHoldEnd);

export const toCacheKey = ({ searchInput = "", from, to, chosen = {} }: ListInput) => [
  searchInput.trim(),
  from,
  to,
  ...facets.map((facet) => chosen[facet]),
];

/** Reads the venues of runs that have not ended; cached. */
export const readVenues = (ctx: Ctx): Promise<Venue[]> => {
  const today = riyadhDate(ctx.now());
  return cachedAnswer(ctx, "content", ["venues", today], async (ctx) =>
    ctx.db
      .selectDistinct({
        venueEng: courseRuns.venueEng,
        venueAr: courseRuns.venueAr,
        isOnline: sql<boolean>`${courseRuns.delivery} = 'online'`,
      })
      .from(courseRuns)
      .where(and(isListedSql(), gte(courseRuns.endDate, today))),
  );
};

/**
 * Builds the filter for a search from the city, the month and the other words in it. When no course has these words, a
 * month that is also another word ("may") counts as the month, and words of a venue ("training centre") as the venue.
 */
async function buildSearchFilter(
  ctx: Ctx,
  searchInput: string,
): Promise<Pick<CourseFilter, "slugs" | "venues" | "month">> {
  const venues = searchInput.trim() ? await readVenues(ctx) : [];
  const city = venuesNamed(searchInput, venues);
  const words = city ? city.rest : searchInput;
  const inCity = { venues: city?.venues ?? null };
  const month = monthNamed(words);
  const filterByMonth = async (namedMonth: NonNullable<typeof month>) => ({
    ...inCity,
    slugs: await searchSlugs(ctx, "course", namedMonth.rest),
    month: namedMonth.month,
  });
  if (month && !month.isOtherWord) return filterByMonth(month);
  const slugs = await searchSlugs(ctx, "course", words);
  if (slugs?.length !== 0) return { ...inCity, slugs };
  if (month) return filterByMonth(month);
  const venue = city ? null : venuesNamed(searchInput, venues, { isWhole: true });
  return venue ? { slugs: null, venues: venue.venues } : { ...inCity, slugs };
}

const buildFilter = async (ctx: Ctx, { searchInput = "", from, to, chosen }: ListInput): Promise<CourseFilter> => ({
  ...(await buildSearchFilter(ctx, searchInput)),
  from,
  to,
  chosen,
});

/**
 * Lists the catalogue, 9 courses per page: courses that can be booked first, then upcoming ones by start date, then
 * those that have begun, then past ones, latest first; with search words, upcoming ones first by rank. A course matches
 * when the site's search finds all words in it, and one of its runs overlaps the days `from` to `to` and meets all
 * filters; that run is shown.
 */
export function listCourses(ctx: Ctx, input: ListInput & { page: number }): Promise<CoursePage> {
  const { page, sort = null } = input;
  return cachedList(ctx, ["courses", page, sort, ...toCacheKey(input)], async (ctx) => {
    const range = { limit: coursesPerPage, offset: (page - 1) * coursesPerPage };
    const { data, total } = await readRange(ctx, await buildFilter(ctx, input), sort, range);
    return toPage(data, { page, perPage: coursesPerPage, total });
  });
}

/** Counts the courses of a list. */
export const countListed = async (ctx: Ctx, input: ListInput): Promise<number> =>
  countCourses(ctx, await buildFilter(ctx, input));

/** Lists the filter choices with counts, for the same input. */
export const listChoices = (ctx: Ctx, input: ListInput): Promise<Choices> =>
  cachedList(ctx, ["choices", ...toCacheKey(input)], async (ctx) => countChoices(ctx, await buildFilter(ctx, input)));

/**
 * Lists the courses of a category in the order of the catalogue; all of them with a `limit` of -1. A limited list
 * selects courses that can be booked before others, then upcoming before begun, then featured before others.
 */
export const listCoursesByCategory = (ctx: Ctx, query: CategoryQuery): Promise<CourseSummary[]> =>
  cachedList(ctx, ["category", query.cat, query.limit], (ctx) => readCategory(ctx, query));

interface CategoryQuery {
  cat: CourseCategory;
  limit: number;
}

async function readCategory(ctx: Ctx, { cat, limit }: CategoryQuery): Promise<CourseSummary[]> {
  const filter = { chosen: { category: cat } };
  if (limit < 0) return readCourses(ctx, filter);
  const today = riyadhDate(ctx.now());
  const isOpen = and(isOnSaleSql(ctx), eq(courses.category, cat));
  const isFeatured = isNotNull(courses.featured_position);
  const featured = nextRuns(ctx, { course: and(isOpen, isFeatured) }, { limit, first: [courses.featured_position] });
  const others = nextRuns(ctx, { course: and(isOpen, not(isFeatured)) }, { limit });
  const ahead = unionAll(featured, others).as("ahead");
  const featuredFirst = [courses.featured_position, ...soonestFirstSql(today)];
  const bookable = await selectSummaries(ctx)
    .innerJoin(ahead, eq(ahead.id, courseRuns.id))
    .orderBy(...featuredFirst)
    .limit(limit);
  if (bookable.length === limit) return bookable.map((row) => toCourseSummary(row, today)).sort(byBooking);
  const visibleRuns = selectMatchingRuns(ctx, filter);
  const rows = await selectSummaries(ctx)
    .innerJoin(visibleRuns, eq(visibleRuns.id, courseRuns.id))
    .orderBy(sql`not (${isBookableSql(ctx)})`, stageSql(today), ...featuredFirst)
    .limit(limit);
  return rows.map((row) => toCourseSummary(row, today)).sort(byBooking);
}

/** The four courses on the home page, as `listCoursesByCategory` selects them. */
export const featuredCourses = (ctx: Ctx): Promise<CourseSummary[]> =>
  listCoursesByCategory(ctx, { cat: "healthcare-quality", limit: 4 });

const maxRelated = 4;

type ShownCourse = Pick<CourseSummary, "slug" | "category">;

/**
 * Lists up to four other courses that can be booked: upcoming before begun, then the same category first, soonest
 * first.
 */
export const relatedCourses = (ctx: Ctx, { slug, category }: ShownCourse): Promise<CourseSummary[]> =>
  cachedList(ctx, ["related", slug, category], (ctx) => readRelated(ctx, { slug, category }));

async function readRelated(ctx: Ctx, course: ShownCourse): Promise<CourseSummary[]> {
  const today = riyadhDate(ctx.now());
  const isOtherCategory = ne(courses.category, course.category);
  const isOnSale = ({ saleStoppedAt }: RunColumns) => isNull(saleStoppedAt);
  const canBeBooked = and(ne(courses.slug, course.slug), not(courses.disable_course), gt(seatsLeftSql(ctx), 0));
  const limit = maxRelated;
  const ahead = unionAll(
    nextRuns(ctx, { run: isOnSale, course: and(canBeBooked, not(isOtherCategory)) }, { limit }),
    nextRuns(ctx, { run: isOnSale, course: and(canBeBooked, isOtherCategory) }, { limit }),
  ).as("ahead");
  const upcoming = await selectSummaries(ctx)
    .innerJoin(ahead, eq(ahead.id, courseRuns.id))
    .orderBy(isOtherCategory, courseRuns.startDate, courseRuns.id)
    .limit(limit);
  if (upcoming.length === limit) return upcoming.map((row) => toCourseSummary(row, today));
  const nextRunIds = ctx.db
    .selectDistinctOn([courseRuns.courseId], { id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(isListedSql(), isOnSale(courseRuns), gte(courseRuns.endDate, today), not(courses.off_site)))
    .orderBy(courseRuns.courseId, ...soonestFirstSql(today))
    .as("next");
  const rows = await selectSummaries(ctx)
    .innerJoin(nextRunIds, eq(nextRunIds.id, courseRuns.id))
    .where(canBeBooked)
    .orderBy(stageSql(today), isOtherCategory, ...soonestFirstSql(today))
    .limit(limit);
  return rows.map((row) => toCourseSummary(row, today));
}

/** Error for an unknown course, with the reply that the specification prescribes. */
export function noSuchCourse(ctx: Ctx): NotFound {
  return new NotFound(m.catalogue_not_found({}, { locale: ctx.locale }), { status: "", data: null });
}

interface CourseQuery {
  slug: string;
  run?: number | undefined;
  /** Key of the requested run, which may be private. */
  key?: string | null | undefined;
}

const isListedOrRequested = (runId: number) =>
  or(isListedSql(), and(eq(courseRuns.id, runId), isNull(courseRuns.cancelledAt)));

/**
 * Reads a course with the requested run, else the run of `selectRun`; a private run only with its key. `other_dates`
 * are the other runs that have not ended. Throws NotFound with `{ status: "", data: null }`.
 */
export async function courseDetails(ctx: Ctx, { slug, run: runId, key }: CourseQuery): Promise<Course> {
  // PostgreSQL rejects U+0000, which an address may contain.
  if (slug.includes("\0")) throw noSuchCourse(ctx);
  const [courseRow] = await ctx.db
    .select({
      id: courses.id,
      ...courseColumns,
      ...columnsFor(courses, courseFacts),
    })
    .from(courses)
    .where(and(eq(courses.slug, slug), not(courses.off_site)));
  if (!courseRow) throw noSuchCourse(ctx);
  const { id, ...course } = courseRow;
  const rows = await ctx.db
    .select({
      ...runColumns(ctx),
      accreditation_number: courseRuns.accreditationNumber,
      terms: termsColumns,
      link: linkColumns,
      company: companyColumns,
    })
    .from(courseRuns)
    .where(and(eq(courseRuns.courseId, id), runId === undefined ? isListedSql() : isListedOrRequested(runId)));
  const today = riyadhDate(ctx.now());
  const openRows = rows.filter(({ link }) => canOpenRun(ctx, link, key));
  const runs = openRows.map(({ link, company, ...row }) => ({
    ...toRun(row, today),
    key: runKey(ctx, link),
    company: getCompany(company),
  }));
  const run = selectRun(runs, runId);
  if (!run) throw noSuchCourse(ctx);
  const others = runs.filter((other) => other.id !== run.id && !other.ended && !other.off_sale).sort(byStage);
  const otherDates = others.map((other) => omit(other, "off_sale", "accreditation_number", "terms", "key", "company"));
  const sessions = (await listSessions(ctx, [run.id])).get(run.id) ?? [];
  const { terms, ...publicRun } = run;
  const capacity = rows.find(({ id }) => id === run.id)?.capacity ?? 0;
  const runTerms = await readRunTerms(ctx, terms);
  const [runSpeakers] = await ctx.db
    .select({ speakers: speakersSql })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, run.id));
  return {
    ...closedOffSale({ ...course, ...publicRun }),
    speakers: runSpeakers?.speakers ?? [],
    capacity,
    sessions,
    other_dates: otherDates,
    ...runTerms,
  };
}

import { searchKeys } from "#features/search/search.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { pageOf } from "#platform/page.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { courseColumns, runColumns, seats, soonestFirst, stage, withAmount, without, type RunRow, type SummaryRow } from "./course-rows.server.ts";
import { byStage, shownRun, type Course, type CourseCategory, type CoursePage, type CourseSummary } from "./course.ts";

export const coursesPerPage = 9;

/** Each course once, with its next run that matches, else one that has begun, else the latest past one: $3 slugs, $4 and $5 days, $6 category. */
const shown = `
  select distinct on (r.course_id) r.*, wanted.place
  from course_run r join course c on c.id = r.course_id left join unnest($3::text[]) with ordinality wanted (slug, place) on wanted.slug = c.slug
  where r.cancelled_at is null
    and ($3::text[] is null or wanted.place is not null)
    and ($4::date is null or r.end_date >= $4::date) and ($5::date is null or r.start_date <= $5::date)
    and ($6::text is null or c.category = $6::text)
  order by r.course_id, ${soonestFirst("r")}`;

/** Of courses that were searched for, those ahead come first, too, and then the better ones. */
const bestFirst = (alias: string) => `${stage(alias)}, ${alias}.place, ${soonestFirst(alias)}`;

const pageQuery = `
  with shown as (${shown}), page as (
    select *, count(*) over ()::int as total from shown s order by ${bestFirst("s")} limit $7::int offset $8::int
  )
  select ${runColumns}, ${courseColumns}, r.total from page r join course c on c.id = r.course_id ${seats} order by ${bestFirst("r")}`;

const countQuery = `with shown as (${shown}) select count(*)::int as total from shown where $2::timestamptz is not null`;

const now = (ctx: Ctx) => [riyadhDate(ctx.now()), ctx.now().toISOString()] as const;

interface Wanted {
  /** The courses to choose from, the best first; null for all. */
  slugs?: string[] | null;
  from?: string | undefined;
  to?: string | undefined;
  category?: string | undefined;
}
const filterValues = (ctx: Ctx, { slugs, from, to, category }: Wanted) => [...now(ctx), slugs ?? null, from ?? null, to ?? null, category ?? null];

async function query(ctx: Ctx, wanted: Wanted, limit: number | null, offset = 0): Promise<{ data: CourseSummary[]; total: number }> {
  const { rows } = await ctx.database.executeSql(pageQuery, [...filterValues(ctx, wanted), limit, offset], "course-page");
  const found = rows as unknown as (SummaryRow & { total: number })[];
  return { total: found[0]?.total ?? 0, data: found.map((row) => withAmount(without(row, "total"))) };
}

/**
 * The catalogue, 9 courses a page: upcoming first by start date, then those that have begun, then past ones, latest first; when words
 * are searched for, by how well they fit before the date. A course matches when the site's search finds all words in it, and a run of it overlaps the days
 * `from` to `to`.
 */
export async function listCourses(ctx: Ctx, input: { page: number; searchInput?: string | undefined; from?: string | undefined; to?: string | undefined }): Promise<CoursePage> {
  const wanted = { slugs: await searchKeys(ctx, "course", input.searchInput ?? ""), from: input.from, to: input.to };
  const offset = (input.page - 1) * coursesPerPage;
  let { data, total } = await query(ctx, wanted, coursesPerPage, offset);
  if (data.length === 0 && offset > 0) {
    const { rows } = await ctx.database.executeSql(countQuery, filterValues(ctx, wanted));
    total = (rows[0] as { total: number }).total;
  }
  return pageOf(data, { page: input.page, perPage: coursesPerPage, total });
}

/** What can be booked first, the places staff gave before the date; ended ones last. */
const bookableFirst = `(r.end_date < $1::date or c.disable_course or seats.seats_left <= 0), ${stage("r")}, c.featured_place, ${soonestFirst("r")}`;

const firstOfCategoryQuery = `
  with r as (${shown})
  select ${runColumns}, ${courseColumns} from r join course c on c.id = r.course_id ${seats} order by ${bookableFirst} limit $7::int`;

/**
 * The courses of a category. All of them (`limit` -1) in the catalogue's order; a limited list begins with what can be booked,
 * upcoming before begun and featured before others, and holds what cannot be booked only when there is too little else.
 */
export async function listCoursesByCategory(ctx: Ctx, { cat, limit }: { cat: CourseCategory; limit: number }): Promise<CourseSummary[]> {
  if (limit < 0) return (await query(ctx, { category: cat }, null)).data;
  const { rows } = await ctx.database.executeSql(firstOfCategoryQuery, [...filterValues(ctx, { category: cat }), limit]);
  return (rows as unknown as SummaryRow[]).map(withAmount);
}

/** The home page's up to four courses: what an outside client gets from `courses-by-category` with limit 4. */
export const featuredCourses = (ctx: Ctx): Promise<CourseSummary[]> => listCoursesByCategory(ctx, { cat: "healthcare-quality", limit: 4 });

const relatedQuery = `
  with r as (
    select distinct on (r.course_id) r.* from course_run r join course c on c.id = r.course_id
    where r.cancelled_at is null and r.end_date >= $1::date and c.slug <> $3 and not c.disable_course order by r.course_id, ${soonestFirst("r")}
  )
  select ${runColumns}, ${courseColumns} from r join course c on c.id = r.course_id ${seats}
  where seats.seats_left > 0 order by ${stage("r")}, (c.category <> $4), ${soonestFirst("r")} limit 4`;

/** Up to four other courses that can be booked: upcoming before begun, then the same category first, soonest first. */
export async function relatedCourses(ctx: Ctx, course: { slug: string; category: string }): Promise<CourseSummary[]> {
  const { rows } = await ctx.database.executeSql(relatedQuery, [...now(ctx), course.slug, course.category]);
  return (rows as unknown as SummaryRow[]).map(withAmount);
}

const detailQuery = `
  select ${courseColumns}, c.about_course_eng, c.about_course_ar, c.prerequisites_eng, c.prerequisites_ar, c.speakers, c.curriculum,
    (select json_agg(run) from (select ${runColumns}, r.accreditation_number from course_run r ${seats} where r.course_id = c.id and r.cancelled_at is null) run) as runs
  from course c where c.slug = $3`;

type DetailRun = RunRow & { accreditation_number: string | null };
type DetailRow = Omit<Course, keyof RunRow | "amount" | "accreditation_number" | "other_dates"> & { runs: DetailRun[] | null };

/** That course does not exist (any more), as the specification words it. */
export function noSuchCourse(ctx: Ctx): NotFound {
  return new NotFound(m.catalogue_not_found({}, { locale: ctx.locale }), { status: "", data: null });
}

/**
 * A course with the run asked for, else its next one, else one that has begun, else its latest past one; `other_dates` are the further runs that have not
 * ended. Throws NotFound with `{ status: "", data: null }`.
 */
export async function courseDetails(ctx: Ctx, { slug, run: wanted }: { slug: string; run?: number | undefined }): Promise<Course> {
  // PostgreSQL cannot even be asked about a text with U+0000, which the address of a page may hold.
  if (slug.includes("\0")) throw noSuchCourse(ctx);
  const { rows } = await ctx.database.executeSql(detailQuery, [...now(ctx), slug]);
  const found = rows[0] as unknown as DetailRow | undefined;
  if (!found) throw noSuchCourse(ctx);
  const { runs, ...course } = found;
  const run = shownRun(runs ?? [], wanted);
  if (!run) throw noSuchCourse(ctx);
  const others = (runs ?? []).filter((other) => other.id !== run.id && !other.ended).sort(byStage);
  return { ...withAmount(run), ...course, other_dates: others.map((other) => withAmount(without(other, "accreditation_number"))) };
}

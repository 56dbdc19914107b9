import { and, countDistinct, eq, gt, gte, inArray, isNotNull, isNull, lte, not, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { isListedSql } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { seatsLeftSql } from "./course-rows.server.ts";
import {
  facets,
  freeSeatsValue,
  hourRanges,
  onlinePlace,
  priceRanges,
  type Choice,
  type Choices,
  type Chosen,
  type Facet,
} from "./filters.ts";
import type { RunColumns } from "./next-runs.server.ts";
import { courses } from "./tables.server.ts";

export interface CourseFilter {
  /** Slugs of the courses that a search found, best first; null for all courses. */
  slugs?: string[] | null;
  /** English names of venues; null for all venues. */
  venues?: string[] | null;
  /** Month of the first day: `2027-01`, or `01` of any year. */
  month?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  chosen?: Chosen | undefined;
}

/** Whether a run is on sale with a free seat. Callers exclude ended runs. */
export const isOnSaleSql = (ctx: Ctx) =>
  and(not(courses.disable_course), isNull(courseRuns.saleStoppedAt), gt(seatsLeftSql(ctx), 0));

/** Whether a run is on sale with a free seat and has not ended. */
export const isBookableSql = (ctx: Ctx) => and(isOnSaleSql(ctx), gte(courseRuns.endDate, riyadhDate(ctx.now())));

/** The city at the end of a venue, as in emails (`cityName`): `Training centre, Riyadh`. */
const citySql = (venue: typeof courseRuns.venueEng | typeof courseRuns.venueAr) =>
  sql<string>`trim(regexp_replace(${venue}, '^.*[,،]', ''))`;

/** The choice that a run belongs to in each filter; null for none. */
const facetSql = (ctx: Ctx): Record<Facet, SQL<string | null>> => ({
  category: sql`${courses.category}`,
  place: sql`case when ${courseRuns.delivery} = 'online' then ${onlinePlace} else ${citySql(courseRuns.venueEng)} end`,
  month: sql`to_char(${courseRuns.startDate}, 'YYYY-MM')`,
  hours: sql`case when ${courseRuns.accreditationStatus} = 'accredited' then case ${sql.join(
    hourRanges.map(({ value, to }) =>
      to === null ? sql`else ${value}` : sql`when ${courseRuns.hours} <= ${to} then ${value}`,
    ),
    sql` `,
  )} end end`,
  price: sql`case ${sql.join(
    priceRanges.map(({ value, to }) =>
      to === null ? sql`else ${value}` : sql`when ${courseRuns.priceHalalas} < ${to * 100} then ${value}`,
    ),
    sql` `,
  )} end`,
  seats: sql`case when ${isBookableSql(ctx)} then ${freeSeatsValue} end`,
});

/** Condition on the days of a run. */
export const whereWithinDates =
  ({ from, to }: CourseFilter) =>
  (run: RunColumns) =>
    and(from ? gte(run.endDate, from) : undefined, to ? lte(run.startDate, to) : undefined);

/** Condition on a course and its run together, for lists and counts. Ignores the choice of the filter `except`. */
export function matches(ctx: Ctx, filter: CourseFilter, except?: Facet): SQL | undefined {
  const { slugs, venues, month, chosen = {} } = filter;
  const values = facetSql(ctx);
  return and(
    isListedSql(),
    not(courses.off_site),
    slugs ? inArray(courses.slug, slugs) : undefined,
    venues ? inArray(courseRuns.venueEng, venues) : undefined,
    month === undefined ? undefined : sql`to_char(${courseRuns.startDate}, 'YYYY-MM') like ${`%${month}`}`,
    whereWithinDates(filter)(courseRuns),
    ...facets
      .filter((facet) => facet !== except && chosen[facet] !== undefined)
      .map((facet) => eq(values[facet], chosen[facet])),
  );
}

/**
 * Counts how many courses each choice would leave, given the other filters. Months with past runs only are left out.
 */
export async function countChoices(ctx: Ctx, filter: CourseFilter): Promise<Choices> {
  const today = riyadhDate(ctx.now());
  const values = facetSql(ctx);
  const selectCounts = (facet: Facet) =>
    ctx.db
      .select({
        facet: sql<Facet>`${facet}::text`.as("facet"),
        value: sql<string>`${values[facet]}`.as("value"),
        name_ar: sql<string | null>`max(${citySql(courseRuns.venueAr)})`.as("name_ar"),
        total: countDistinct(courseRuns.courseId).as("total"),
      })
      .from(courseRuns)
      .innerJoin(courses, eq(courses.id, courseRuns.courseId))
      .where(and(matches(ctx, filter, facet), isNotNull(values[facet])))
      // Group by the column's name: a repeated expression has parameters of its own, so PostgreSQL takes it for another
      // one.
      .groupBy(sql`value`)
      .having(facet === "month" ? gte(sql`max(${courseRuns.endDate})`, today) : undefined)
      .$dynamic();
  const rows = await unionAll(
    selectCounts("category"),
    selectCounts("place"),
    selectCounts("month"),
    selectCounts("hours"),
    selectCounts("price"),
    selectCounts("seats"),
  );
  const listFacetChoices = (facet: Facet): Choice[] =>
    rows
      .filter((row) => row.facet === facet)
      .map(({ value, name_ar, total }) => ({ value, name_ar: facet === "place" ? name_ar : null, total }));
  const sortInOrder = (choices: Choice[], order: readonly string[]) =>
    choices.toSorted((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
  const byValue = (a: Choice, b: Choice) => a.value.localeCompare(b.value, "en");
  const places = listFacetChoices("place").toSorted(byValue);
  const isOnline = ({ value }: Choice) => value === onlinePlace;
  return {
    category: listFacetChoices("category").toSorted((a, b) => b.total - a.total || byValue(a, b)),
    place: [...places.filter((choice) => !isOnline(choice)), ...places.filter(isOnline)],
    month: listFacetChoices("month").toSorted(byValue),
    hours: sortInOrder(
      listFacetChoices("hours"),
      hourRanges.map(({ value }) => value),
    ),
    price: sortInOrder(
      listFacetChoices("price"),
      priceRanges.map(({ value }) => value),
    ),
    seats: listFacetChoices("seats"),
  };
}

import { desc, eq, sql, type SQL } from "drizzle-orm";
import { decimalFromHalalas } from "#i18n/money.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { imageDetailsSql } from "#features/media/uses.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import { courses } from "./tables.server.ts";

/** Seats of a run held by people who are paying. The seat is the enrolments feature's; named here only to be counted. */
const seatsHeldSql = (now: Date) => sql<number>`(
  select count(*)::int from enrolment e
  where e.run_id = ${courseRuns.id} and e.state = 'held' and e.held_until > ${now.toISOString()}::timestamptz)`;

/** Neither sold nor held. */
export const seatsLeftSql = (ctx: Ctx) =>
  sql<number>`${courseRuns.capacity} - ${courseRuns.seatsSold} - ${seatsHeldSql(ctx.now())}`;

/** The columns of RunFacts; `price_halalas` becomes `amount` in `priced`. */
export function runColumns(ctx: Ctx) {
  const today = riyadhDate(ctx.now());
  const { startDate, endDate } = courseRuns;
  return {
    id: courseRuns.id,
    start_date: startDate,
    end_date: endDate,
    days: courseRuns.days,
    hours: sql<number>`${courseRuns.hours}::float8`,
    venue_eng: courseRuns.venueEng,
    venue_ar: courseRuns.venueAr,
    delivery: courseRuns.delivery,
    price_halalas: courseRuns.priceHalalas,
    accreditation_status: courseRuns.accreditationStatus,
    off_sale: sql<boolean>`${courseRuns.saleStoppedAt} is not null`,
    seats_left: seatsLeftSql(ctx),
    seats_held: seatsHeldSql(ctx.now()),
    ended: sql<boolean>`${endDate} < ${today}`,
    started: sql<boolean>`${startDate} <= ${today} and ${endDate} >= ${today}`,
  };
}

export const courseColumns = {
  slug: courses.slug,
  category: courses.category,
  subject_eng: courses.subjectEng,
  subject_ar: courses.subjectAr,
  name_eng: courses.nameEng,
  name_ar: courses.nameAr,
  summary_eng: courses.summaryEng,
  summary_ar: courses.summaryAr,
  image: courses.image,
  image_details: imageDetailsSql(courses.image),
  disable_course: courses.closed,
};

export const selectSummaries = (ctx: Ctx) =>
  ctx.db
    .select({ ...runColumns(ctx), ...courseColumns })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .$dynamic();

/** 0 for a run still ahead, 1 for one that has begun and not ended, 2 for a past one. */
export const stageSql = (today: string): SQL => sql`(
  case when ${courseRuns.startDate} > ${today} then 0 when ${courseRuns.endDate} >= ${today} then 1 else 2 end)`;

/**
 * Runs still ahead first, soonest first; then those that have begun, then past ones, both latest first. As `byStage` in
 * course.ts.
 */
export const soonestFirstSql = (today: string) =>
  [
    stageSql(today),
    sql`case when ${courseRuns.startDate} > ${today} then ${courseRuns.startDate} end`,
    desc(courseRuns.startDate),
    courseRuns.id,
  ] as const;

export function omit<T extends object, Key extends keyof T>(row: T, key: Key): Omit<T, Key> {
  const { [key]: _, ...rest } = row;
  return rest;
}

/** A run as pages have it. */
export function priced<T extends { price_halalas: number; off_sale: boolean }>(
  row: T,
): Omit<T, "price_halalas" | "off_sale"> & { amount: string } {
  const run: Partial<T> & Omit<T, "price_halalas" | "off_sale"> = { ...row };
  delete run.price_halalas;
  delete run.off_sale;
  return { ...run, amount: decimalFromHalalas(row.price_halalas) };
}

/** A run with its course, which is closed while the run is off sale. */
export const summaryOf = <T extends { price_halalas: number; off_sale: boolean; disable_course: boolean }>(row: T) => ({
  ...priced(row),
  disable_course: row.disable_course || row.off_sale,
});

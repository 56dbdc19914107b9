import { and, desc, eq, gt, min, sql, type SQL } from "drizzle-orm";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { imageDetailsSql } from "#features/content/media/uses.server.ts";
import { policySteps, stepsAhead } from "#features/catalogue/schedule/change-policy.ts";
import { changePolicySetting } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { getMinimum } from "#features/catalogue/schedule/minimum.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import type { Course, Speaker } from "./course.ts";
import { summaryFacts } from "./catalogue.schema.server.ts";
import { courses } from "./tables.server.ts";

/**
 * Counts the seats of a run that people hold while they pay. The table belongs to the feature `seats`; this only counts
 * rows. `course_run.id` is written out, because Drizzle omits the table name in queries of one table, and `id` would
 * then be the seat's.
 */
const seatsHeldSql = (now: Date) => sql<number>`(
  select count(*)::int from enrolment e
  where e.run_id = course_run.id and e.state = 'held' and e.held_until > ${now.toISOString()}::timestamptz)`;

/** Returns when the next hold expires and free seats change; null without holds. */
export async function nextHoldEnd(ctx: Ctx): Promise<Date | null> {
  const { state, heldUntil } = enrolments;
  const [first] = await ctx.db
    .select({ ends: min(heldUntil) })
    .from(enrolments)
    .where(and(eq(state, "held"), gt(heldUntil, ctx.now())));
  return first?.ends ?? null;
}

/** Counts the seats that are not sold, held or offered; 0 while someone is on the waiting list. */
export const seatsLeftSql = (ctx: Ctx) =>
  sql<number>`case when ${courseRuns.waiting} > 0 then 0
    else ${courseRuns.capacity} - ${courseRuns.seatsSold} - ${courseRuns.seatsOffered} - ${seatsHeldSql(ctx.now())} end`;

/** Columns that `toRun` needs. */
export const runColumns = (ctx: Ctx) => ({
  id: courseRuns.id,
  start_date: courseRuns.startDate,
  end_date: courseRuns.endDate,
  days: courseRuns.days,
  hours: sql<number>`${courseRuns.hours}::float8`,
  venue_eng: courseRuns.venueEng,
  venue_ar: courseRuns.venueAr,
  address_eng: courseRuns.addressEng,
  address_ar: courseRuns.addressAr,
  language: courseRuns.language,
  delivery: courseRuns.delivery,
  price_halalas: courseRuns.priceHalalas,
  group_from_seats: courseRuns.groupFromSeats,
  group_percent: courseRuns.groupPercent,
  accreditation_status: courseRuns.accreditationStatus,
  off_sale: sql<boolean>`${courseRuns.saleStoppedAt} is not null`,
  capacity: courseRuns.capacity,
  seats_sold: courseRuns.seatsSold,
  seats_offered: courseRuns.seatsOffered,
  waiting: courseRuns.waiting,
  seats_held: seatsHeldSql(ctx.now()),
});

/** Columns that `readRunTerms` needs. */
export const termsColumns = {
  changePolicy: courseRuns.changePolicy,
  startDate: courseRuns.startDate,
  seatsSold: courseRuns.seatsSold,
  minSeats: courseRuns.minSeats,
  decideBy: courseRuns.decideBy,
  decidedAt: courseRuns.decidedAt,
};

/** Columns that `canOpenRun` needs. */
export const linkColumns = {
  id: courseRuns.id,
  visibility: courseRuns.visibility,
  linkSeed: courseRuns.linkSeed,
};

/** Columns that `getCompany` needs. */
export const companyColumns = {
  companyName: courseRuns.companyName,
  capacity: courseRuns.capacity,
  priceHalalas: courseRuns.priceHalalas,
  wholePriceHalalas: courseRuns.wholePriceHalalas,
};

/** Returns the company that a run is for, with the price of all seats before VAT; null for other runs. */
export function getCompany({
  companyName,
  capacity,
  priceHalalas,
  wholePriceHalalas,
}: Pick<typeof courseRuns.$inferSelect, keyof typeof companyColumns>): Course["company"] {
  if (companyName === null) return null;
  const amount = decimalFromHalalas(wholePriceHalalas ?? priceHalalas * capacity);
  return { name: companyName, seats: capacity, amount };
}

/** Reads the terms of a run besides dates and price: the steps of its change policy and its minimum of seats. */
export async function readRunTerms(
  ctx: Ctx,
  run: Pick<typeof courseRuns.$inferSelect, keyof typeof termsColumns>,
): Promise<Pick<Course, "change_steps" | "minimum">> {
  const steps = policySteps(run.changePolicy ?? (await changePolicySetting(ctx)), run.startDate, { wasMoved: false });
  return { change_steps: stepsAhead(steps, riyadhDate(ctx.now())), minimum: getMinimum(run, ctx.now()) };
}

export const courseColumns = { ...columnsFor(courses, summaryFacts), image_details: imageDetailsSql(courses.image) };

/**
 * Selects the trainers of a run, in order: its own, else those of its course. Only for queries of both tables. The
 * columns are written out with their table, because Drizzle omits table names in queries of one table.
 */
export const speakersSql = sql<Speaker[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'name_eng', t.name_eng, 'name_ar', t.name_ar, 'title_eng', t.job_title_eng,
    'title_ar', t.job_title_ar, 'line_eng', t.biography_eng, 'line_ar', t.biography_ar, 'image', t.image, 'image_details', ${imageDetailsSql(sql`t.image`)}
  ) order by place), '[]')
  from unnest(coalesce(course_run.trainer_ids, course.trainer_ids)) with ordinality as chosen (id, place) join trainer t using (id))`;

export const selectSummaries = (ctx: Ctx) =>
  ctx.db
    .select({ ...runColumns(ctx), ...courseColumns })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .$dynamic();

/** 0 for an upcoming run, 1 for a run that has begun but not ended, 2 for a past run. */
export const stageSql = (today: string): SQL => sql`(
  case when ${courseRuns.startDate} > ${today} then 0 when ${courseRuns.endDate} >= ${today} then 1 else 2 end)`;

/**
 * Sorts upcoming runs first, soonest first; then those that have begun, then past ones, both latest first. Same order
 * as `byStage` in course.ts.
 */
export const soonestFirstSql = (today: string) =>
  [
    stageSql(today),
    sql`case when ${courseRuns.startDate} > ${today} then ${courseRuns.startDate} end`,
    desc(courseRuns.startDate),
    courseRuns.id,
  ] as const;

export function omit<T extends object, Key extends keyof T>(row: T, ...keys: Key[]): Omit<T, Key> {
  const rest = { ...row };
  for (const key of keys) delete rest[key];
  return rest;
}

interface RunRow {
  start_date: string;
  end_date: string;
  price_halalas: number;
  off_sale: boolean;
  capacity: number;
  seats_sold: number;
  seats_offered: number;
  waiting: number;
  seats_held: number;
}

/** Builds a run for pages on the day `today` in Riyadh. */
export function toRun<T extends RunRow>(row: T, today: string) {
  const { price_halalas, capacity, seats_sold, seats_offered, waiting, ...run } = row;
  const ended = run.end_date < today;
  return {
    ...run,
    amount: decimalFromHalalas(price_halalas),
    // Free seats belong to the waiting list.
    seats_left: waiting > 0 ? 0 : capacity - seats_sold - seats_offered - run.seats_held,
    seats_held: waiting > 0 ? 0 : run.seats_held,
    ended,
    started: run.start_date <= today && !ended,
  };
}

/** Marks a course as closed while the run that represents it is off sale. */
export function closedOffSale<T extends { off_sale: boolean; disable_course: boolean }>({ off_sale, ...course }: T) {
  return { ...course, disable_course: course.disable_course || off_sale };
}

export const toCourseSummary = <T extends RunRow & { disable_course: boolean }>(row: T, today: string) =>
  closedOffSale(toRun(row, today));

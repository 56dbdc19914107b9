import { decimalFromHalalas } from "#i18n/money.ts";
import type { CourseSummary, RunFacts } from "./course.ts";

/**
 * The columns of CourseSummary, for a query that joins `course c` and `course_run r` with `seats` (below); `price_halalas`
 * becomes `amount` in summaryOf. $1 is always today in Riyadh, $2 the instant of asking.
 */
export const runColumns = `r.id, r.start_date, r.end_date, r.days, r.hours::float8 as hours, r.venue_eng, r.venue_ar, r.delivery,
  r.price_halalas, r.accreditation_status, seats.seats_left, seats.seats_held, r.end_date < $1::date as ended,
  r.start_date <= $1::date and r.end_date >= $1::date as started`;

export const courseColumns = `c.slug, c.category, c.subject_eng, c.subject_ar, c.name_eng, c.name_ar, c.summary_eng, c.summary_ar, c.image,
  c.disable_course`;

/** Seats neither sold nor held, and those held by people who are paying. The hold is the sales feature's; named here only to be counted. */
export const seats = `cross join lateral (
    select (r.capacity - r.seats_sold - coalesce(sum(h.qty), 0))::int as seats_left, coalesce(sum(h.qty), 0)::int as seats_held
    from seat_hold h where h.run_id = r.id and h.state = 'held' and h.expires_at > $2::timestamptz
  ) seats`;

/** 0 for a run still ahead, 1 for one that has begun and not ended, 2 for a past one. `alias` holds start_date and end_date. */
export const stage = (alias: string): string => `(case when ${alias}.start_date > $1::date then 0 when ${alias}.end_date >= $1::date then 1 else 2 end)`;

/** Runs still ahead come first, soonest first; then those that have begun, then past ones, both latest first. As `byStage` in course.ts. */
export const soonestFirst = (alias: string): string =>
  `${stage(alias)}, case when ${alias}.start_date > $1::date then ${alias}.start_date end, ${alias}.start_date desc, ${alias}.id`;

export type RunRow = Omit<RunFacts, "amount"> & { price_halalas: number };
export type SummaryRow = Omit<CourseSummary, "amount"> & { price_halalas: number };

/** A row without a column that only the query or its caller needs. */
export function without<T extends object, Key extends keyof T>(row: T, key: Key): Omit<T, Key> {
  const { [key]: _, ...rest } = row;
  return rest;
}

/** A row as the API shows it: the price as a decimal string. */
export function withAmount<T extends { price_halalas: number }>({ price_halalas, ...rest }: T): Omit<T, "price_halalas"> & { amount: string } {
  return { ...rest, amount: decimalFromHalalas(price_halalas) };
}

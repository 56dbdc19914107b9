import { sql, type SQL } from "drizzle-orm";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { idList } from "./id-list.server.ts";
import type { SaleState } from "./payment-rules.ts";

/** A run as checkout sees it under its lock; `seatsFree` counts neither sold seats nor live holds of others. */
export interface LockedRun {
  runId: number;
  slug: string;
  nameEng: string;
  nameAr: string | null;
  endDate: string;
  disabled: boolean;
  unitPriceHalalas: number;
  seatsFree: number;
  /** Seats that others hold while they pay. */
  seatsHeld: number;
}

/** Locks runs until the transaction ends, in the order of their ids, so that two carts never wait for each other. */
export const lockRuns = (runIds: readonly number[]): SQL => sql`select id from course_run where id in (${idList(runIds)}) order by id for update`;

/**
 * Runs as `LockedRun`. A statement after the one that locks them: its snapshot sees what the holder of the lock before us committed. Holds of
 * the buyer's own unpaid orders do not count, which the one that is made now takes over.
 */
export const readRuns = (ctx: Ctx, runIds: readonly number[], buyerId: string): SQL => sql`
  select r.id as "runId", c.slug, c.name_eng as "nameEng", c.name_ar as "nameAr", r.end_date::text as "endDate",
    (c.disable_course or r.cancelled_at is not null) as disabled, r.price_halalas as "unitPriceHalalas",
    (r.capacity - r.seats_sold - others.held)::int as "seatsFree", others.held as "seatsHeld"
  from course_run r join course c on c.id = r.course_id cross join lateral (
    select coalesce(sum(h.qty), 0)::int as held from seat_hold h where h.run_id = r.id and h.state = 'held' and h.expires_at > ${ctx.now().toISOString()}
      and h.order_id not in (select o.id from "order" o where o.user_id = ${buyerId} and o.status in ('pending', 'failed'))
  ) others where r.id in (${idList(runIds)}) order by r.id`;

/** Whether an order can be fulfilled. */
export interface Saleable extends Omit<SaleState, "repriced"> {
  /** A line's unit price is not its run's any more. */
  unitChanged: boolean;
  /** The rate it was taxed with, in percent. */
  taxPercent: number;
  /** Its money is on its way back. */
  returning: boolean;
  /** Somebody of it is not its buyer. */
  guests: boolean;
}

/** Two questions and not one with "or": each has its index, however many places are booked. */
const taken = (same: SQL) => sql`exists (select 1 from attendee other where other.run_id = mine.run_id and ${same} and other.state = 'booked' and other.order_id <> mine.order_id)`;

/** Locks the runs of an attempt's order until the transaction ends; the order is locked. */
export const lockRunsForSale = (attemptId: string): SQL => sql`
  select id from course_run where id in (select l.run_id from order_line l join payment_attempt a on a.order_id = l.order_id where a.id = ${attemptId}) order by id for update`;

/** An attempt's order as `Saleable`; a statement after the one that locks its runs. */
export const readSaleable = (ctx: Ctx, attemptId: string): SQL => sql`
  select runs.*, o.tax_percent::float8 as "taxPercent",
    exists (select 1 from attendee mine where mine.order_id = o.id and (${taken(sql`other.email = mine.email`)} or ${taken(sql`other.user_id = mine.user_id`)})) as taken,
    exists (select 1 from refund f where f.attempt_id = a.id) as returning,
    exists (select 1 from attendee p where p.order_id = o.id and p.user_id is distinct from o.user_id) as guests
  from payment_attempt a join "order" o on o.id = a.order_id cross join lateral (
    select bool_and(r.capacity - r.seats_sold - coalesce((
        select sum(h.qty) from seat_hold h
        where h.run_id = r.id and h.state = 'held' and h.expires_at > ${ctx.now().toISOString()} and h.order_id <> l.order_id
      ), 0) >= l.qty) as free,
      bool_or(r.cancelled_at is not null) as cancelled, bool_or(c.disable_course) as closed,
      bool_or(r.end_date < ${riyadhDate(ctx.now())}::date) as ended, bool_or(r.price_halalas <> l.unit_price_halalas) as "unitChanged"
    from order_line l join course_run r on r.id = l.run_id join course c on c.id = r.course_id where l.order_id = o.id
  ) runs where a.id = ${attemptId}`;

/** Gives back the seats an order holds; sold seats stay sold. */
export async function releaseSeats(ctx: Ctx, orderId: number): Promise<void> {
  await ctx.db.execute(sql`update seat_hold set state = 'released' where order_id = ${orderId} and state = 'held'`);
}

/** Locks the runs an order has sold seats of, in the order of their ids, as `lockRuns` does. */
export async function lockSoldRuns(ctx: Ctx, orderId: number): Promise<void> {
  await ctx.db.execute(sql`select id from course_run where id in (select run_id from seat_hold where order_id = ${orderId} and state = 'sold') order by id for update`);
}

/** Gives back seats that were sold, for refunded money: all of the order's, or those of some runs. Their people have no places any more. The runs are locked. */
export async function returnSeats(ctx: Ctx, orderId: number, runIds: readonly number[] | null): Promise<void> {
  const of = runIds ? sql`and run_id in (${sql.join(runIds.map((id) => sql`${id}`), sql`, `)})` : sql``;
  await ctx.db.execute(sql`
    with returned as (update seat_hold set state = 'released' where order_id = ${orderId} and state = 'sold' ${of} returning run_id, qty),
      unbooked as (update attendee set state = 'returned' where order_id = ${orderId} and state = 'booked' ${of})
    update course_run r set seats_sold = seats_sold - returned.qty from returned where r.id = returned.run_id`);
}

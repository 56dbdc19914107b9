import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import type { NamedSeat } from "./attendee.ts";
import { seatColumns, seatRecord, seatRows, seatValues } from "./attendees.server.ts";
import type { BillingAddress, Company } from "./checkout.schema.ts";
import type { OrderTotals } from "./pricing.ts";
import type { LockedRun } from "./seats.server.ts";

/** When the reconciliation job first looks at an attempt that nobody reported. */
const firstCheckSeconds = 20;

export interface NewOrder extends OrderTotals {
  userId: string;
  key: string;
  percent: number;
  billing: BillingAddress;
  company: Company | null;
  items: { course_id: number; qty: number }[];
  seats: NamedSeat[];
  runs: LockedRun[];
  /** Until when the seats of each run are held; the order ends with the first of them. */
  ends: ReadonlyMap<number, Date>;
  expiresAt: Date;
}

/** Order, lines, people, holds and attempt in one statement: one round trip under the lock. */
export async function insertOrder(ctx: Ctx, order: NewOrder): Promise<{ id: number; attemptId: string }> {
  const now = ctx.now();
  const attemptId = randomUUID();
  const lines = order.items.map((item) => {
    const run = order.runs.find((candidate) => candidate.runId === item.course_id);
    const ends = order.ends.get(item.course_id) ?? order.expiresAt;
    return { run_id: item.course_id, qty: item.qty, ends: ends.toISOString(), price: run?.unitPriceHalalas, slug: run?.slug, name_eng: run?.nameEng, name_ar: run?.nameAr };
  });
  const { rows } = await ctx.database.executeSql(
    `with o as (
       insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, company, items_key, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7::jsonb, $14::jsonb, $8, $9, $10) returning id
     ), line as (
       select * from jsonb_to_recordset($11::jsonb) as x(run_id int, qty int, ends timestamptz, price int, slug text, name_eng text, name_ar text)
     ), l as (
       insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng, name_ar)
       select o.id, line.run_id, line.qty, line.price, line.slug, line.name_eng, line.name_ar from o, line
     ), h as (
       insert into seat_hold (order_id, run_id, qty, expires_at) select o.id, line.run_id, line.qty, line.ends from o, line
     ), s as (
       insert into attendee (${seatColumns}) select o.id, ${seatValues}
       from o cross join jsonb_to_recordset($15::jsonb) as ${seatRecord} left join "user" u on u.email = x.email
     ), a as (
       insert into payment_attempt (id, order_id, amount_halalas, currency, created_at, updated_at, check_at)
       select $12, o.id, $6, 'SAR', $9, $9, $13 from o
     ) select id from o`,
    [
      order.userId, ctx.locale, order.subTotalHalalas, order.percent, order.taxHalalas, order.totalHalalas, JSON.stringify(order.billing), order.key,
      now.toISOString(), order.expiresAt.toISOString(), JSON.stringify(lines), attemptId, new Date(now.getTime() + firstCheckSeconds * 1000).toISOString(),
      order.company && JSON.stringify(order.company), seatRows(order.seats),
    ],
  );
  return { id: (rows[0] as { id: number }).id, attemptId };
}

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { taxPercent } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, WrongFields } from "#platform/errors.ts";
import { countTry } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import type { BegunCheckout, BillingAddress } from "./checkout.schema.ts";
import { itemsKey, leastChargeHalalas, priceOrder, type OrderTotals } from "./pricing.ts";
import { registeredRuns } from "./registrations.server.ts";
import { lockRuns, type LockedRun } from "./seats.server.ts";

/** How long seats are kept for a buyer who is paying. */
export const holdMinutes = 15;
/** A repeated submit gets the same order only while there is time left to pay it. */
const reuseNeedsMinutes = 3;
/** When the reconciliation job first looks at an attempt that nobody reported. */
const firstCheckSeconds = 20;

interface Item {
  course_id: number;
  qty: number;
}
interface OpenOrder {
  id: number;
  attemptId: string;
  reusable: boolean;
  expiresAt: Date;
}

/** Refuses what cannot be bought. Throws NotFound, Conflict, WrongFields. */
function checkRuns(ctx: Ctx, items: Item[], runs: LockedRun[], registered: Set<number>): void {
  const { locale } = ctx;
  const today = riyadhDate(ctx.now());
  for (const [index, item] of items.entries()) {
    const run = runs.find((candidate) => candidate.runId === item.course_id);
    if (!run) throw new NotFound(m.catalogue_not_found({}, { locale }));
    const course = locale === "ar" && run.nameAr ? run.nameAr : run.nameEng;
    if (run.endDate < today) throw new Conflict(m.sales_checkout_ended({ course }, { locale }));
    if (run.disabled) throw new Conflict(m.sales_checkout_closed({ course }, { locale }));
    if (registered.has(run.runId)) throw new Conflict(m.sales_checkout_already_registered({ course }, { locale }));
    if (run.seatsFree <= 0) throw new Conflict(m.sales_checkout_sold_out({ course }, { locale }));
    if (item.qty > run.seatsFree) throw new WrongFields({ [`items.${index}.qty`]: [m.sales_qty_above_available({ n: run.seatsFree }, { locale })] });
  }
}

/** The buyer's unpaid orders for any of these runs that still hold seats: one may be this very submit, repeated. */
async function openOrders(ctx: Ctx, userId: string, runIds: number[], key: string): Promise<OpenOrder[]> {
  const now = ctx.now();
  const { rows } = await ctx.db.execute(sql`
    select o.id, a.id as "attemptId", o.expires_at as "expiresAt",
      (o.status = 'pending' and o.items_key = ${key} and o.expires_at > ${new Date(now.getTime() + reuseNeedsMinutes * 60_000).toISOString()}) as reusable
    from "order" o join payment_attempt a on a.order_id = o.id
    where o.user_id = ${userId} and o.status in ('pending', 'failed')
      and exists (select 1 from seat_hold h where h.order_id = o.id and h.state = 'held' and h.run_id in (${sql.join(runIds.map((id) => sql`${id}`), sql`, `)}))
    order by o.id`);
  return (rows as unknown as OpenOrder[]).map((row) => ({ ...row, expiresAt: new Date(row.expiresAt) }));
}

/** Ends orders whose seats a newer one takes over. A payment of theirs that still arrives is a late payment (settle.server.ts). */
async function supersede(ctx: Ctx, orders: OpenOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = sql.join(orders.map((order) => sql`${order.id}`), sql`, `);
  await ctx.db.execute(sql`update seat_hold set state = 'released' where state = 'held' and order_id in (${ids})`);
  await ctx.db.execute(sql`update "order" set status = 'expired', reason = 'superseded' where status = 'pending' and id in (${ids})`);
}

interface NewOrder extends OrderTotals {
  userId: string;
  key: string;
  percent: number;
  billing: BillingAddress;
  items: Item[];
  runs: LockedRun[];
  expiresAt: Date;
}

/** Order, lines, holds and attempt in one statement: one round trip under the lock. */
async function insertOrder(ctx: Ctx, order: NewOrder): Promise<{ id: number; attemptId: string }> {
  const now = ctx.now();
  const attemptId = randomUUID();
  const lines = order.items.map((item) => {
    const run = order.runs.find((candidate) => candidate.runId === item.course_id);
    return { run_id: item.course_id, qty: item.qty, price: run?.unitPriceHalalas, slug: run?.slug, name_eng: run?.nameEng, name_ar: run?.nameAr };
  });
  const { rows } = await ctx.database.executeSql(
    `with o as (
       insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10) returning id
     ), line as (
       select * from jsonb_to_recordset($11::jsonb) as x(run_id int, qty int, price int, slug text, name_eng text, name_ar text)
     ), l as (
       insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng, name_ar)
       select o.id, line.run_id, line.qty, line.price, line.slug, line.name_eng, line.name_ar from o, line
     ), h as (
       insert into seat_hold (order_id, run_id, qty, expires_at) select o.id, line.run_id, line.qty, $10 from o, line
     ), a as (
       insert into payment_attempt (id, order_id, amount_halalas, currency, created_at, updated_at, check_at)
       select $12, o.id, $6, 'SAR', $9, $9, $13 from o
     ) select id from o`,
    [
      order.userId, ctx.locale, order.subTotalHalalas, order.percent, order.taxHalalas, order.totalHalalas, JSON.stringify(order.billing), order.key,
      now.toISOString(), order.expiresAt.toISOString(), JSON.stringify(lines), attemptId, new Date(now.getTime() + firstCheckSeconds * 1000).toISOString(),
    ],
  );
  return { id: (rows[0] as { id: number }).id, attemptId };
}

/**
 * Prices the items from the database, holds their seats for 15 minutes and opens the order to be paid: one transaction that locks
 * the runs, so the sum of sold and held seats never exceeds a capacity. The same submit again gets the same order and the same
 * `given_id`, so a double click cannot pay twice. Throws NotLoggedIn, NotFound, Conflict (ended, closed, sold out, already
 * registered), WrongFields, TooManyTries.
 */
export async function beginCheckout(ctx: Ctx, input: { items: Item[]; billing: BillingAddress }): Promise<BegunCheckout> {
  const viewer = requireViewer(ctx);
  await countTry(ctx, "checkoutPerAccount", viewer.id);
  const percent = await taxPercent(ctx);
  const runIds = input.items.map((item) => item.course_id);
  const key = itemsKey(input.items.map((item) => ({ runId: item.course_id, qty: item.qty })));

  const begun = await inTransaction(ctx, async (ctx) => {
    // One buyer's submits wait for each other: the second finds the order of the first.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${viewer.id}`}, 0))`);
    const open = await openOrders(ctx, viewer.id, runIds, key);
    const runs = await lockRuns(ctx, runIds, open.map((order) => order.id));
    checkRuns(ctx, input.items, runs, await registeredRuns(ctx, viewer.id, runIds));
    const totals = priceOrder(input.items.map((item) => ({ qty: item.qty, unitPriceHalalas: runs.find((run) => run.runId === item.course_id)?.unitPriceHalalas ?? 0 })), percent);
    if (totals.totalHalalas < leastChargeHalalas) throw new Conflict(m.sales_checkout_nothing_to_pay({}, { locale: ctx.locale }));

    const same = open.find((order) => order.reusable);
    if (same) {
      const { rows } = await ctx.db.execute(sql`
        update "order" set billing = ${JSON.stringify(input.billing)}::jsonb, locale = ${ctx.locale}
        where id = ${same.id} and total_halalas = ${totals.totalHalalas} and sub_total_halalas = ${totals.subTotalHalalas} returning id`);
      if (rows.length > 0) return { id: same.id, attemptId: same.attemptId, expiresAt: same.expiresAt, totals };
    }
    await supersede(ctx, open);
    const expiresAt = new Date(ctx.now().getTime() + holdMinutes * 60_000);
    const made = await insertOrder(ctx, { ...totals, userId: viewer.id, key, percent, billing: input.billing, items: input.items, runs, expiresAt });
    return { ...made, expiresAt, totals };
  });

  return {
    order_id: begun.id,
    amount: begun.totals.totalHalalas,
    currency: "SAR",
    sub_total: decimalFromHalalas(begun.totals.subTotalHalalas),
    tax: decimalFromHalalas(begun.totals.taxHalalas),
    total: decimalFromHalalas(begun.totals.totalHalalas),
    callback_url: `${ctx.env.BASE_URL}${localePath("/order-response", ctx.locale)}`,
    metadata: { order_id: String(begun.id) },
    given_id: begun.attemptId,
    publishable_key: ctx.env.PAYMENTS_PUBLISHABLE_KEY,
    payments_url: `${ctx.env.PAYMENTS_API_URL}/payments`,
    expires_at: begun.expiresAt.toISOString(),
  };
}

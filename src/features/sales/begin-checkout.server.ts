import { sql, type SQL } from "drizzle-orm";
import { seatState } from "#features/catalogue/course.ts";
import { holdSettings, taxPercent } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { inOrder } from "#platform/db/in-order.server.ts";
import { Conflict, NotFound, WrongFields, type FieldMap } from "#platform/errors.ts";
import { countTry } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import type { AttendeeInput, NamedSeat, SeatLine } from "./attendee.ts";
import { countNamedPeople, placeKey, placesOf, readPlaces, renameSeats, requireSeats, type BookedPlace } from "./attendees.server.ts";
import type { BegunCheckout, BillingAddress, Company } from "./checkout.schema.ts";
import { countHeldElsewhere, groupErrors, holdEnds, readHolds, type HoldRow } from "./hold-limits.server.ts";
import { idList } from "./id-list.server.ts";
import { insertOrder } from "./insert-order.server.ts";
import { itemsKey, leastChargeHalalas, priceOrder } from "./pricing.ts";
import { lockRuns, readRuns, type LockedRun } from "./seats.server.ts";

/** What is bought, by whom it is paid, and for whom it is. */
export interface CheckoutInput {
  items: SeatLine[];
  billing: BillingAddress;
  /** Whom the invoice is made out to, when not to the buyer. */
  company?: Company | null | undefined;
  /** Who attends; without it the first seat of each line is the buyer's. */
  attendees?: AttendeeInput[] | null | undefined;
}
interface OpenOrder {
  id: number;
  attemptId: string;
  reusable: boolean;
  expiresAt: string | Date;
}

interface Wanted {
  items: SeatLine[];
  seats: NamedSeat[];
}

/** Refuses what cannot be bought. Throws NotFound, Conflict, WrongFields. */
function checkRuns(ctx: Ctx, { items, seats }: Wanted, runs: LockedRun[], booked: Set<string>): void {
  const { locale } = ctx;
  const today = riyadhDate(ctx.now());
  const wrong: FieldMap = {};
  for (const [index, item] of items.entries()) {
    const run = runs.find((candidate) => candidate.runId === item.course_id);
    if (!run) throw new NotFound(m.catalogue_not_found({}, { locale }));
    const course = locale === "ar" && run.nameAr ? run.nameAr : run.nameEng;
    const taken = seats.filter((seat) => seat.runId === run.runId && booked.has(placeKey(run.runId, seat.email)));
    if (run.endDate < today) throw new Conflict(m.sales_checkout_ended({ course }, { locale }));
    if (run.disabled) throw new Conflict(m.sales_checkout_closed({ course }, { locale }));
    if (taken.some((seat) => seat.field === null)) throw new Conflict(m.sales_checkout_already_registered({ course }, { locale }));
    const state = seatState({ seats_left: run.seatsFree, seats_held: run.seatsHeld });
    if (state === "held") throw new Conflict(`${m.sales_checkout_held({ course }, { locale })} ${m.sales_held_hint({}, { locale })}`);
    if (state === "sold-out") throw new Conflict(m.sales_checkout_sold_out({ course }, { locale }));
    if (item.qty > run.seatsFree) wrong[`items.${index}.qty`] = [m.sales_qty_above_available({ n: run.seatsFree }, { locale })];
    for (const seat of taken) wrong[`${seat.field}.email`] = [m.sales_attendee_booked({ course }, { locale })];
  }
  if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
}

/**
 * The buyer's unpaid orders for any of these runs that still hold seats, as `OpenOrder`: one may be this very submit, repeated. Locked before
 * the runs, in the order of their ids: settlePayment locks in the same order, so that neither waits for the other for ever.
 */
const lockOpenOrders = (ctx: Ctx, userId: string, runIds: number[], key: string, minutesToPay: number): SQL => sql`
  select o.id, a.id as "attemptId", o.expires_at as "expiresAt",
    (o.status = 'pending' and o.items_key = ${key} and o.expires_at >= ${new Date(ctx.now().getTime() + minutesToPay * 60_000).toISOString()}) as reusable
  from "order" o join payment_attempt a on a.order_id = o.id
  where o.user_id = ${userId} and o.status in ('pending', 'failed')
    and exists (select 1 from seat_hold h where h.order_id = o.id and h.state = 'held' and h.run_id in (${idList(runIds)}))
  order by o.id for update of o`;

/** Ends orders whose seats a newer one takes over. A payment of theirs that still arrives is a late payment (settle.server.ts). */
async function supersede(ctx: Ctx, orders: OpenOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = idList(orders.map(({ id }) => id));
  await ctx.db.execute(sql`update seat_hold set state = 'released' where state = 'held' and order_id in (${ids})`);
  await ctx.db.execute(sql`update "order" set status = 'expired', reason = 'superseded' where status = 'pending' and id in (${ids})`);
}

/**
 * Prices the items from the database, holds their seats (docs/pricing.md says for how long, and how many) and opens the order to be paid: one transaction that locks
 * the runs, so the sum of sold and held seats never exceeds a capacity. The same submit again gets the same order and the same
 * `given_id`, so a double click cannot pay twice. Throws NotLoggedIn, NotFound, Conflict (ended, closed, sold out, all held, already
 * registered, a hold that is nearly over), WrongFields, TooManyTries (also while the buyer waits for a run whose holds ran out).
 */
export async function beginCheckout(ctx: Ctx, input: CheckoutInput): Promise<BegunCheckout> {
  const viewer = requireViewer(ctx);
  await countTry(ctx, "checkoutPerAccount", viewer.id);
  const { items, billing, company = null } = input;
  const limits = await holdSettings(ctx);
  const quantities = items.map(({ qty }) => qty);
  const refuseGroups = async (heldElsewhere: number) => {
    const wrong = await groupErrors(ctx, quantities, heldElsewhere, limits, company !== null);
    if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
  };
  await refuseGroups(0);
  const seats = requireSeats(ctx, items, input.attendees ?? [], viewer);
  await countNamedPeople(ctx, seats);
  const percent = await taxPercent(ctx);
  const runIds = items.map((item) => item.course_id);
  const key = itemsKey(items.map((item) => ({ runId: item.course_id, qty: item.qty })));

  // One buyer's submits wait for each other: the second finds the order of the first.
  const begun = await inTransaction(ctx, async (ctx) => {
    const [open, , runs, booked, holds, [elsewhere]] = await inOrder<[OpenOrder, unknown, LockedRun, BookedPlace, HoldRow, { held: number }]>(ctx, [
      lockOpenOrders(ctx, viewer.id, runIds, key, limits.minutesToPay),
      lockRuns(runIds),
      readRuns(ctx, runIds, viewer.id),
      readPlaces(runIds, seats.map((seat) => seat.email)),
      readHolds(ctx, viewer.id, runIds),
      countHeldElsewhere(ctx, viewer.id, runIds),
    ]);
    checkRuns(ctx, { items, seats }, runs, placesOf(booked));
    await refuseGroups(elsewhere?.held ?? 0);
    const ends = await holdEnds(ctx, runs, holds, limits);
    const totals = priceOrder(items.map((item) => ({ qty: item.qty, unitPriceHalalas: runs.find((run) => run.runId === item.course_id)?.unitPriceHalalas ?? 0 })), percent);
    if (totals.totalHalalas < leastChargeHalalas) throw new Conflict(m.sales_checkout_nothing_to_pay({}, { locale: ctx.locale }));

    const same = open.find((order) => order.reusable);
    if (same) {
      const { rows } = await ctx.db.execute(sql`
        update "order" set billing = ${JSON.stringify(billing)}::jsonb, company = ${company && JSON.stringify(company)}::jsonb, locale = ${ctx.locale}
        where id = ${same.id} and total_halalas = ${totals.totalHalalas} and sub_total_halalas = ${totals.subTotalHalalas} returning id`);
      if (rows.length > 0) {
        await renameSeats(ctx, same.id, seats);
        return { id: same.id, attemptId: same.attemptId, expiresAt: new Date(same.expiresAt), totals };
      }
    }
    await supersede(ctx, open);
    const expiresAt = new Date(Math.min(...[...ends.values()].map((end) => end.getTime())));
    const made = await insertOrder(ctx, { ...totals, userId: viewer.id, key, percent, billing, company, items, seats, runs, ends, expiresAt });
    return { ...made, expiresAt, totals };
  }, { alone: `checkout:${viewer.id}` });

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

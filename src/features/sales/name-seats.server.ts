import { sql } from "drizzle-orm";
import { riyadhDate } from "#i18n/dates.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, WrongFields, type FieldMap } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { countTry } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import type { AttendeeInput, NamedSeat } from "./attendee.ts";
import { queueAttendeeMails } from "./attendee-mails.server.ts";
import { bookSeats, countNamedPeople, placeKey, placesOf, readPlaces, type BookedPlace } from "./attendees.server.ts";

/** A person for a seat; `course_id` is the run's id, `seat` counts from 1 within its line. */
export interface SeatNaming extends AttendeeInput {
  seat: number;
}
export interface SeatsInput {
  order_id: number;
  attendees: SeatNaming[];
}

interface BoughtLine {
  runId: number;
  course: string;
  qty: number;
  /** Its seats are still the order's. */
  sold: boolean;
  cancelled: boolean;
  startDate: string;
  /** Seats that have a name. */
  named: number[];
}

/** Locks an order of the caller and the runs that are meant, in this order, until the transaction ends. Throws NotFound, Conflict. */
async function lockLines(ctx: Ctx, orderId: number, runIds: readonly number[]): Promise<BoughtLine[]> {
  const { locale } = ctx;
  const found = await ctx.db.execute(sql`select status from "order" where id = ${orderId} and user_id = ${requireViewer(ctx).id} for update`);
  const order = found.rows[0] as { status: string } | undefined;
  if (!order) throw new NotFound(m.sales_order_not_found({}, { locale }));
  if (order.status !== "paid" && order.status !== "partially_refunded") throw new Conflict(m.sales_naming_not_paid({}, { locale }));
  const ids = sql.join(runIds.map((id) => sql`${id}`), sql`, `);
  await ctx.db.execute(sql`select id from course_run where id in (${ids}) order by id for update`);
  const { rows } = await ctx.db.execute(sql`
    select l.run_id as "runId", ${locale === "ar" ? sql`coalesce(nullif(l.name_ar, ''), l.name_eng)` : sql`l.name_eng`} as course, l.qty, r.start_date::text as "startDate", r.cancelled_at is not null as cancelled,
      exists (select 1 from seat_hold h where h.order_id = l.order_id and h.run_id = l.run_id and h.state = 'sold') as sold,
      (select coalesce(jsonb_agg(p.seat), '[]') from attendee p where p.order_id = l.order_id and p.run_id = l.run_id) as named
    from order_line l join course_run r on r.id = l.run_id where l.order_id = ${orderId} and l.run_id in (${ids})`);
  return rows as unknown as BoughtLine[];
}

/** Refuses what can no longer be named. Throws Conflict, WrongFields. */
function checkLines(ctx: Ctx, lines: BoughtLine[], people: readonly SeatNaming[]): void {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  const today = riyadhDate(ctx.now());
  for (const [at, { course_id, seat }] of people.entries()) {
    const line = lines.find(({ runId }) => runId === course_id);
    if (!line || seat > line.qty) {
      wrong[`attendees.${at}.${line ? "seat" : "course_id"}`] = [fieldText("invalid", locale)];
      continue;
    }
    const { course } = line;
    if (line.cancelled) throw new Conflict(m.sales_run_cancelled({}, { locale }));
    if (!line.sold) throw new Conflict(m.sales_naming_no_seats({ course }, { locale }));
    if (line.startDate <= today) throw new Conflict(m.sales_naming_begun({ course }, { locale }));
    if (line.named.includes(seat)) throw new Conflict(m.sales_seat_named({ n: seat, course }, { locale }));
  }
  if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
}

/** Refuses two people for a seat and one person for two seats of a run. Throws WrongFields. */
function checkPeople(ctx: Ctx, people: readonly SeatNaming[]): void {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  for (const [at, person] of people.entries()) {
    const before = people.slice(0, at).filter(({ course_id }) => course_id === person.course_id);
    if (before.some(({ seat }) => seat === person.seat)) wrong[`attendees.${at}.seat`] = [m.sales_attendees_count({}, { locale })];
    if (before.some(({ email }) => email === person.email)) wrong[`attendees.${at}.email`] = [m.sales_attendee_twice({}, { locale })];
  }
  if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
}

/**
 * Names seats of a paid order of the caller that have no name yet, until the day its course begins; each person but the buyer gets the mail with
 * their place. All of the people or none. A seat is named once: changing it is the company's business. Throws NotLoggedIn, NotFound, Conflict (not paid,
 * begun, cancelled, given back, named by another tab), WrongFields, TooManyTries.
 */
export async function nameOpenSeats(ctx: Ctx, input: SeatsInput): Promise<void> {
  const viewer = requireViewer(ctx);
  await countTry(ctx, "namingPerAccount", viewer.id);
  const { order_id: orderId, attendees: people } = input;
  checkPeople(ctx, people);
  const seats = people.map(({ course_id, seat, name, email, scfhs_number }, at): NamedSeat => ({ runId: course_id, seat, name, email, scfhsNumber: scfhs_number, field: `attendees.${at}` }));
  await countNamedPeople(ctx, seats);
  await inTransaction(ctx, async (ctx) => {
    const runIds = [...new Set(seats.map(({ runId }) => runId))];
    const lines = await lockLines(ctx, orderId, runIds);
    checkLines(ctx, lines, people);
    // Asked after the lock: whoever else books for a run holds it, too.
    const { rows } = await ctx.db.execute(readPlaces(runIds, seats.map(({ email }) => email)));
    const booked = placesOf(rows as unknown as BookedPlace[]);
    const taken = seats.filter(({ runId, email }) => booked.has(placeKey(runId, email)));
    const courseOf = (id: number) => lines.find(({ runId }) => runId === id)?.course ?? "";
    if (taken.length > 0) throw new WrongFields(Object.fromEntries(taken.map(({ field, runId }) => [`${field}.email`, [m.sales_attendee_booked({ course: courseOf(runId) }, { locale: ctx.locale })]])));
    await bookSeats(ctx, orderId, seats);
    await queueAttendeeMails(ctx, orderId, seats);
  });
}

import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { scfhsNumber } from "#features/accounts/person.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { WrongFields, type FieldMap } from "#platform/errors.ts";
import { emailField, fieldText, line } from "#platform/http/fields.server.ts";
import { countDistinct, networkOf } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { nameSeats, type AttendeeInput, type AttendeeState, type AttendeeProblem, type NamedSeat, type SeatLine } from "./attendee.ts";
import { idList } from "./id-list.server.ts";
import { maxQty } from "./pricing.ts";

export const attendeeSchema = z.object({ course_id: z.int("invalid").positive("invalid").max(2_147_483_647, "invalid"), name: line(120), email: emailField(), scfhs_number: scfhsNumber });
export const seatNamingSchema = attendeeSchema.extend({ seat: z.int("invalid").min(1, "invalid").max(maxQty, "invalid") });

function problemText(ctx: Ctx, problem: AttendeeProblem["problem"]): string {
  const { locale } = ctx;
  if (problem === "count") return m.sales_attendees_count({}, { locale });
  return problem === "twice" ? m.sales_attendee_twice({}, { locale }) : fieldText("invalid", locale);
}

/** The named seats of an order. Throws WrongFields. */
export function requireSeats(ctx: Ctx, lines: readonly SeatLine[], given: readonly AttendeeInput[], buyer: { name: string; email: string }): NamedSeat[] {
  const { seats, problems } = nameSeats(lines, given, buyer);
  const wrong: FieldMap = {};
  for (const { field, problem } of problems) wrong[field] ??= [problemText(ctx, problem)];
  if (problems.length > 0) throw new WrongFields(wrong);
  return seats;
}

/**
 * Counts the other people that the caller names, before anybody looks whether they have a place: the answer tells, so nobody is to ask for
 * long (docs/decisions/009). Each person of a run counts once a day, oneself never. Throws TooManyTries.
 */
export async function countNamedPeople(ctx: Ctx, people: readonly { runId: number; email: string }[]): Promise<void> {
  const viewer = requireViewer(ctx);
  const own = viewer.email.toLowerCase();
  const others = people.filter(({ email }) => email !== own).map(({ runId, email }) => placeKey(runId, email));
  if (others.length === 0) return;
  await countDistinct(ctx, "namedPeoplePerAccount", viewer.id, others);
  await countDistinct(ctx, "namedPeoplePerAddress", networkOf(ctx.address), others);
}

/** How a person in a run is called in the answer of `placesOf`. */
export const placeKey = (runId: number, email: string) => `${runId} ${email}`;

export interface BookedPlace {
  runId: number;
  email: string;
  accountEmail: string | null;
}

/** Places of these people in these runs as `BookedPlace`, found by the e-mail they were named with or that of their account. */
export const readPlaces = (runIds: readonly number[], emails: readonly string[]): SQL => sql`
  select a.run_id as "runId", a.email, u.email as "accountEmail" from attendee a left join "user" u on u.id = a.user_id
  where a.state = 'booked' and a.run_id in (${idList(runIds)}) and (a.email in (${idList(emails)}) or u.email in (${idList(emails)}))`;

/** Who has a place in which run, by either e-mail. */
export function placesOf(booked: readonly BookedPlace[]): Set<string> {
  return new Set(booked.flatMap(({ runId, email, accountEmail }) => [placeKey(runId, email), ...(accountEmail ? [placeKey(runId, accountEmail)] : [])]));
}

/** Named seats as the rows `x` of a statement; `seatColumns` are those of `attendee` that they fill. */
export const seatRows = (seats: readonly NamedSeat[]) => JSON.stringify(seats.map(({ runId, seat, name, email, scfhsNumber }) => ({ run_id: runId, seat, name, email, scfhs_number: scfhsNumber })));
export const seatRecord = "x(run_id int, seat int, name text, email text, scfhs_number text)";
export const seatColumns = "order_id, run_id, seat, name, email, scfhs_number, user_id";
export const seatValues = `x.run_id, x.seat, x.name, x.email, coalesce(x.scfhs_number, u.scfhs_number, ''), u.id`;

const insertSeats = (ctx: Ctx, orderId: number, seats: readonly NamedSeat[], state: AttendeeState) =>
  ctx.db.execute(sql`
    insert into attendee (${sql.raw(seatColumns)}, state) select ${orderId}::int, ${sql.raw(seatValues)}, ${state}
    from jsonb_to_recordset(${seatRows(seats)}::jsonb) as ${sql.raw(seatRecord)} left join "user" u on u.email = x.email`);

/** Names the seats of an unpaid order anew. */
export async function renameSeats(ctx: Ctx, orderId: number, seats: readonly NamedSeat[]): Promise<void> {
  await ctx.db.execute(sql`delete from attendee where order_id = ${orderId}`);
  await insertSeats(ctx, orderId, seats, "asked");
}

/** Names seats of an order that are sold. Order and runs are locked. */
export async function bookSeats(ctx: Ctx, orderId: number, seats: readonly NamedSeat[]): Promise<void> {
  await insertSeats(ctx, orderId, seats, "booked");
}

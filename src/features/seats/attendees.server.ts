import { and, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { attendeeFields, checkOtherName, nameOther } from "#features/people/person.server.ts";
import { users } from "#features/people/tables.server.ts";
import { seatsChanged } from "#features/settings/content-changes.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { always, fieldText, recordId, whole } from "#platform/http/fields.server.ts";
import { consumeDistinct, consumeMailboxLimit, toNetwork } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { maxQty } from "#features/orders/pricing.ts";
import { assignSeats, type AttendeeInput, type AttendeeProblem, type AssignedSeat, type SeatLine } from "./attendee.ts";
import { SeatTaken } from "./refused-seats.server.ts";
import { enrolments } from "./tables.server.ts";

/** The attendee of a seat in a request. */
export const seatPersonFields = { ...attendeeFields, name_other: nameOther };
/** Without `checkOtherName`, so that it can be extended. */
export const attendeeSchema = z.object({ course_id: recordId(), ...seatPersonFields });
export const checkedAttendeeSchema = attendeeSchema.superRefine(checkOtherName, always);
export const seatAssignmentSchema = attendeeSchema
  .extend({ seat: whole(1, maxQty) })
  .superRefine(checkOtherName, always);

function problemText(ctx: Ctx, problem: AttendeeProblem["problem"]): string {
  const { locale } = ctx;
  if (problem === "count") return m.enrolments_attendees_count({}, { locale });
  return problem === "twice" ? m.enrolments_attendee_twice({}, { locale }) : fieldText("invalid", locale);
}

/** Returns the named seats of an order. Throws ValidationError. */
export function requireAssignedSeats(
  ctx: Ctx,
  lines: readonly SeatLine[],
  attendees: readonly AttendeeInput[],
  buyer: { name: string; email: string },
): AssignedSeat[] {
  const { seats, problems } = assignSeats(lines, attendees, buyer);
  const wrong: FieldMap = {};
  for (const { field, problem } of problems) wrong[field] ??= [problemText(ctx, problem)];
  if (problems.length > 0) throw new ValidationError(wrong);
  return seats;
}

/**
 * Counts the other people named, each once per run and day. Call it before their seats are looked up, because the
 * response reveals them (docs/decisions/009). Throws RateLimited.
 */
export async function limitNamedPeople(ctx: Ctx, people: readonly { runId: number; email: string }[]): Promise<void> {
  const viewer = requireViewer(ctx);
  const own = viewer.email.toLowerCase();
  const others = people.filter(({ email }) => email !== own).map(({ runId, email }) => attendeeKey(runId, email));
  if (others.length === 0) return;
  await consumeDistinct(ctx, "namedPeoplePerAccount", viewer.id, others);
  await consumeDistinct(ctx, "namedPeoplePerAddress", toNetwork(ctx.address), others);
}

/**
 * Counts one email about a seat to each of these mailboxes, so that naming people again and again cannot flood one.
 * Call it after every check that needs no lock, so that a refused request does not count. Throws RateLimited.
 */
export async function limitSeatMails(ctx: Ctx, emails: readonly string[]): Promise<void> {
  for (const email of new Set(emails)) await consumeMailboxLimit(ctx, "formMailPerMailbox", email, "seat:");
}

/** Explains why this address gets no seat of the course, in words about another person. */
export function seatTakenText(ctx: Ctx, email: string, course: string): string {
  const isOwn = email === requireViewer(ctx).email.toLowerCase();
  return (isOwn ? m.checkout_already_registered : m.enrolments_attendee_booked)({ course }, { locale: ctx.locale });
}

/** The same for a reader who is this person. */
export const personHasSeatText = (ctx: Ctx, course: string): string =>
  m.checkout_already_registered({ course }, { locale: ctx.locale });

/** Key of a person in a run, as `confirmedAttendeesSql` returns it. */
export const attendeeKey = (runId: number, email: string) => `${runId} ${email}`;

/** Lists the people who have a seat in these runs, by the email they were named with and by their account's. */
export async function confirmedAttendeesSql(ctx: Ctx, runIds: number[], emails: string[]): Promise<Set<string>> {
  const { runId, attendeeEmail } = enrolments;
  const email = sql<string>`${attendeeEmail}`;
  const booked = await ctx.db
    .select({ runId, email, accountEmail: users.email })
    .from(enrolments)
    .leftJoin(users, eq(users.id, enrolments.userId))
    .where(
      and(
        eq(enrolments.state, "confirmed"),
        inArray(runId, runIds),
        or(inArray(attendeeEmail, emails), inArray(users.email, emails)),
      ),
    );
  return new Set(
    booked.flatMap((place) => [
      attendeeKey(place.runId, place.email),
      ...(place.accountEmail ? [attendeeKey(place.runId, place.accountEmail)] : []),
    ]),
  );
}

interface Account {
  id: string;
  scfhsNumber: string | SQL;
}
type AttendeeColumns = Pick<
  typeof enrolments.$inferInsert,
  "attendeeName" | "attendeeNameOther" | "attendeeEmail" | "attendeeLocale" | "userId"
> & { scfhsNumber: string | SQL | null };

const noAttendee: AttendeeColumns = {
  attendeeName: null,
  attendeeNameOther: null,
  attendeeEmail: null,
  attendeeLocale: null,
  scfhsNumber: null,
  userId: null,
};

/** The viewer needs no look-up: the session has the account, and the number is read when the seat is written. */
async function attendeesBySeat(ctx: Ctx, seats: readonly AssignedSeat[]): Promise<Map<string, AttendeeColumns>> {
  const { id, email, scfhsNumber, emailVerified } = users;
  const own = ctx.viewer?.email.toLowerCase();
  const others = seats.map((seat) => seat.email).filter((address) => address !== own);
  // Other people only count as account holders once they have confirmed the address.
  const isTheirs = and(inArray(email, others), eq(emailVerified, true));
  const known = others.length > 0 ? await ctx.db.select({ id, email, scfhsNumber }).from(users).where(isTheirs) : [];
  const accounts = new Map<string | undefined, Account>(known.map((account) => [account.email, account]));
  if (ctx.viewer) {
    const viewerNumber = ctx.db.select({ scfhsNumber }).from(users).where(eq(id, ctx.viewer.id));
    accounts.set(own, { id: ctx.viewer.id, scfhsNumber: sql`${viewerNumber}` });
  }
  return new Map(
    seats.map(({ runId, seat, name, nameOther = null, email, locale = null, scfhsNumber }) => {
      const account = accounts.get(email);
      return [
        seatKey(runId, seat),
        {
          attendeeName: name,
          attendeeNameOther: nameOther,
          attendeeEmail: email,
          attendeeLocale: locale,
          scfhsNumber: scfhsNumber ?? account?.scfhsNumber ?? "",
          userId: account?.id ?? null,
        },
      ];
    }),
  );
}

const seatKey = (runId: number, seat: number) => `${runId} ${seat}`;

interface HeldLine {
  orderLineId: number;
  runId: number;
  qty: number;
  heldUntil: Date;
}

/** Holds every seat of a new order, with the attendees known so far. Callers hold the run locks. */
export async function holdSeats(
  ctx: Ctx,
  orderId: number,
  lines: readonly HeldLine[],
  named: readonly AssignedSeat[],
): Promise<void> {
  const people = await attendeesBySeat(ctx, named);
  await ctx.db.insert(enrolments).values(
    lines.flatMap(({ orderLineId, runId, qty, heldUntil }) =>
      Array.from({ length: qty }, (_, at) => ({
        orderId,
        orderLineId,
        runId,
        seat: at + 1,
        state: "held" as const,
        heldUntil,
        createdAt: ctx.now(),
        ...(people.get(seatKey(runId, at + 1)) ?? noAttendee),
      })),
    ),
  );
  await seatsChanged(ctx);
}

/** Writes attendees into open seats of an order. Throws SeatTaken. */
export async function nameSeats(ctx: Ctx, orderId: number, seats: readonly AssignedSeat[]): Promise<void> {
  const people = await attendeesBySeat(ctx, seats);
  for (const { runId, seat } of seats) {
    const isSeat = and(eq(enrolments.orderId, orderId), eq(enrolments.runId, runId), eq(enrolments.seat, seat));
    const written = await ctx.db
      .update(enrolments)
      .set(people.get(seatKey(runId, seat)) ?? noAttendee)
      .where(and(isSeat, inArray(enrolments.state, ["held", "confirmed"]), isNull(enrolments.attendeeEmail)))
      .returning({ id: enrolments.id });
    if (written.length === 0) throw new SeatTaken(`Seat ${seat} of run ${runId} in order ${orderId} is not open`);
  }
}

/** Removes the attendees from the seats of orders; the seats stay. */
export async function clearAttendees(ctx: Ctx, orderIds: number[]): Promise<void> {
  await ctx.db.update(enrolments).set(noAttendee).where(inArray(enrolments.orderId, orderIds));
}

/** Removes the attendees from seats; the seats stay. */
export async function clearSeats(ctx: Ctx, where: SQL | undefined): Promise<void> {
  await ctx.db.update(enrolments).set(noAttendee).where(where);
}

/** Names the seats of an order anew. A request that names no one leaves the names of an earlier one. */
export async function replaceAttendees(ctx: Ctx, orderId: number, seats: readonly AssignedSeat[]): Promise<void> {
  if (seats.length === 0) return;
  await clearAttendees(ctx, [orderId]);
  await nameSeats(ctx, orderId, seats);
}

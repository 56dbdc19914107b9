import { and, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { attendeeFields, checkOtherName, nameOther } from "#features/people/person.server.ts";
import { users } from "#features/people/tables.server.ts";
import { announceSeatChange } from "#features/settings/content-changes.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { evenIfFieldsAreInvalid, getProblemMessage, recordId, whole } from "#platform/http/fields.server.ts";
import { consumeDistinct, consumeMailboxLimit, toNetwork } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { maxQty } from "#features/orders/pricing.ts";
import { assignSeats, type AttendeeInput, type AttendeeProblem, type AssignedSeat, type SeatLine } from "./attendee.ts";
import { SeatTaken } from "./refused-seats.server.ts";
import { enrolments } from "./tables.server.ts";

/** The attendee of a seat in a request. */
export const seatPersonFields = { ...attendeeFields, name_other: nameOther };
/** Without `checkOtherName`, so that other schemas can extend it. */
export const attendeeSchema = z.object({ course_id: recordId(), ...seatPersonFields });
export const checkedAttendeeSchema = attendeeSchema.superRefine(checkOtherName, evenIfFieldsAreInvalid);
export const seatAssignmentSchema = attendeeSchema
  .extend({ seat: whole(1, maxQty) })
  .superRefine(checkOtherName, evenIfFieldsAreInvalid);

function problemText(ctx: Ctx, problem: AttendeeProblem["problem"]): string {
  const { locale } = ctx;
  if (problem === "count") return m.enrolments_attendees_count({}, { locale });
  return problem === "twice" ? m.enrolments_attendee_twice({}, { locale }) : getProblemMessage("invalid", locale);
}

/** Assigns the seats of an order to its attendees. Throws ValidationError. */
export function requireAssignedSeats(
  ctx: Ctx,
  lines: readonly SeatLine[],
  attendees: readonly AttendeeInput[],
  buyer: { name: string; email: string },
): AssignedSeat[] {
  const { seats, problems } = assignSeats(lines, attendees, buyer);
  const messages: FieldMap = {};
  for (const { field, problem } of problems) messages[field] ??= [problemText(ctx, problem)];
  if (problems.length > 0) throw new ValidationError(messages);
  return seats;
}

/**
 * Limits how many other people a buyer names, and counts each once per run and day. Call it before looking up their
 * seats, because the response reveals them (docs/decisions/009). Throws RateLimited.
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
 * Counts one email about a seat to each mailbox, so that repeated naming cannot flood it. Call it after every check
 * that needs no lock, so that refused requests do not count. Throws RateLimited.
 */
export async function limitSeatMails(ctx: Ctx, emails: readonly string[]): Promise<void> {
  for (const email of new Set(emails)) await consumeMailboxLimit(ctx, "formMailPerMailbox", email, "seat:");
}

/** Explains to the viewer that the person at this address already has a seat of the course. */
export function seatTakenText(ctx: Ctx, email: string, course: string): string {
  const isOwn = email === requireViewer(ctx).email.toLowerCase();
  return (isOwn ? m.checkout_already_registered : m.enrolments_attendee_booked)({ course }, { locale: ctx.locale });
}

/** Explains to the person that they already have a seat of the course. */
export const personHasSeatText = (ctx: Ctx, course: string): string =>
  m.checkout_already_registered({ course }, { locale: ctx.locale });

/** Key of a person in a run, as `findConfirmedAttendees` returns it. */
export const attendeeKey = (runId: number, email: string) => `${runId} ${email}`;

/** Finds who has a confirmed seat in these runs: keys by the email of the seat and by that of the person's account. */
export async function findConfirmedAttendees(ctx: Ctx, runIds: number[], emails: string[]): Promise<Set<string>> {
  const { runId, attendeeEmail } = enrolments;
  const email = sql<string>`${attendeeEmail}`;
  const seats = await ctx.db
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
    seats.flatMap((seat) => [
      attendeeKey(seat.runId, seat.email),
      ...(seat.accountEmail ? [attendeeKey(seat.runId, seat.accountEmail)] : []),
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

/**
 * Builds the attendee columns by `seatKey`. The viewer needs no look-up: the session has the account, and a subquery
 * reads the SCFHS number when the seat is written.
 */
async function attendeesBySeat(ctx: Ctx, seats: readonly AssignedSeat[]): Promise<Map<string, AttendeeColumns>> {
  const { id, email, scfhsNumber, emailVerified } = users;
  const own = ctx.viewer?.email.toLowerCase();
  const others = seats.map((seat) => seat.email).filter((address) => address !== own);
  // Other people count as account holders only after they have confirmed the address.
  const isConfirmed = and(inArray(email, others), eq(emailVerified, true));
  const rows = others.length > 0 ? await ctx.db.select({ id, email, scfhsNumber }).from(users).where(isConfirmed) : [];
  const accounts = new Map<string | undefined, Account>(rows.map((account) => [account.email, account]));
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
  assignedSeats: readonly AssignedSeat[],
): Promise<void> {
  const attendees = await attendeesBySeat(ctx, assignedSeats);
  await ctx.db.insert(enrolments).values(
    lines.flatMap(({ orderLineId, runId, qty, heldUntil }) =>
      Array.from({ length: qty }, (_, index) => ({
        orderId,
        orderLineId,
        runId,
        seat: index + 1,
        state: "held" as const,
        heldUntil,
        createdAt: ctx.now(),
        ...(attendees.get(seatKey(runId, index + 1)) ?? noAttendee),
      })),
    ),
  );
  await announceSeatChange(ctx);
}

/** Writes attendees into open seats of an order. Throws SeatTaken. */
export async function nameSeats(ctx: Ctx, orderId: number, seats: readonly AssignedSeat[]): Promise<void> {
  const attendees = await attendeesBySeat(ctx, seats);
  for (const { runId, seat } of seats) {
    const isSeat = and(eq(enrolments.orderId, orderId), eq(enrolments.runId, runId), eq(enrolments.seat, seat));
    const updatedRows = await ctx.db
      .update(enrolments)
      .set(attendees.get(seatKey(runId, seat)) ?? noAttendee)
      .where(and(isSeat, inArray(enrolments.state, ["held", "confirmed"]), isNull(enrolments.attendeeEmail)))
      .returning({ id: enrolments.id });
    if (updatedRows.length === 0) throw new SeatTaken(`Seat ${seat} of run ${runId} in order ${orderId} is not open`);
  }
}

/** Removes the attendees from seats; the seats stay. */
export async function clearAttendees(ctx: Ctx, where: SQL | undefined): Promise<void> {
  await ctx.db.update(enrolments).set(noAttendee).where(where);
}

/** Removes the attendees from all seats of orders; the seats stay. */
export const clearOrderAttendees = (ctx: Ctx, orderIds: number[]): Promise<void> =>
  clearAttendees(ctx, inArray(enrolments.orderId, orderIds));

/** Replaces the attendees of an order. A request without names keeps those of an earlier request. */
export async function replaceAttendees(ctx: Ctx, orderId: number, seats: readonly AssignedSeat[]): Promise<void> {
  if (seats.length === 0) return;
  await clearOrderAttendees(ctx, [orderId]);
  await nameSeats(ctx, orderId, seats);
}

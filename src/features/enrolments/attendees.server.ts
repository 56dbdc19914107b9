import { and, eq, inArray, or } from "drizzle-orm";
import { z } from "zod";
import { scfhsNumber } from "#features/accounts/person.server.ts";
import { users } from "#features/accounts/tables.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { emailField, fieldText, line } from "#platform/http/fields.server.ts";
import { consumeDistinct, networkOf } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { maxQty } from "#features/orders/pricing.ts";
import {
  assignSeats,
  type AttendeeInput,
  type AttendeeState,
  type AttendeeProblem,
  type AssignedSeat,
  type SeatLine,
} from "./attendee.ts";
import { attendees } from "./tables.server.ts";

export const attendeeSchema = z.object({
  course_id: z.int("invalid").positive("invalid").max(2_147_483_647, "invalid"),
  name: line(120),
  email: emailField(),
  scfhs_number: scfhsNumber,
});
export const seatAssignmentSchema = attendeeSchema.extend({
  seat: z.int("invalid").min(1, "invalid").max(maxQty, "invalid"),
});

function problemText(ctx: Ctx, problem: AttendeeProblem["problem"]): string {
  const { locale } = ctx;
  if (problem === "count") return m.enrolments_attendees_count({}, { locale });
  return problem === "twice" ? m.enrolments_attendee_twice({}, { locale }) : fieldText("invalid", locale);
}

/** The named seats of an order. Throws ValidationError. */
export function requireAssignedSeats(
  ctx: Ctx,
  lines: readonly SeatLine[],
  given: readonly AttendeeInput[],
  buyer: { name: string; email: string },
): AssignedSeat[] {
  const { seats, problems } = assignSeats(lines, given, buyer);
  const wrong: FieldMap = {};
  for (const { field, problem } of problems) wrong[field] ??= [problemText(ctx, problem)];
  if (problems.length > 0) throw new ValidationError(wrong);
  return seats;
}

/**
 * Counts the other people that the caller names, before their seats are looked up: the answer reveals them, so lookups
 * are limited (docs/decisions/009). Each person of a run counts once a day, oneself never. Throws RateLimited.
 */
export async function limitNamedPeople(ctx: Ctx, people: readonly { runId: number; email: string }[]): Promise<void> {
  const viewer = requireViewer(ctx);
  const own = viewer.email.toLowerCase();
  const others = people.filter(({ email }) => email !== own).map(({ runId, email }) => attendeeKey(runId, email));
  if (others.length === 0) return;
  await consumeDistinct(ctx, "namedPeoplePerAccount", viewer.id, others);
  await consumeDistinct(ctx, "namedPeoplePerAddress", networkOf(ctx.address), others);
}

/** How a person in a run is called in the answer of `confirmedAttendeesSql`. */
export const attendeeKey = (runId: number, email: string) => `${runId} ${email}`;

/** Which of these people have a place in which of these runs, by the e-mail they were named with and by their account's. */
export async function confirmedAttendeesSql(ctx: Ctx, runIds: number[], emails: string[]): Promise<Set<string>> {
  const { runId, email } = attendees;
  const booked = await ctx.db
    .select({ runId, email, accountEmail: users.email })
    .from(attendees)
    .leftJoin(users, eq(users.id, attendees.userId))
    .where(
      and(
        eq(attendees.state, "confirmed"),
        inArray(runId, runIds),
        or(inArray(email, emails), inArray(users.email, emails)),
      ),
    );
  return new Set(
    booked.flatMap((place) => [
      attendeeKey(place.runId, place.email),
      ...(place.accountEmail ? [attendeeKey(place.runId, place.accountEmail)] : []),
    ]),
  );
}

/** Names seats of an order; people with an account are known by it from then on. */
export async function insertSeats(
  ctx: Ctx,
  orderId: number,
  seats: readonly AssignedSeat[],
  state: AttendeeState,
): Promise<void> {
  if (seats.length === 0) return;
  const { id, email, scfhsNumber } = users;
  const emails = seats.map((seat) => seat.email);
  const known = await ctx.db.select({ id, email, scfhsNumber }).from(users).where(inArray(email, emails));
  const accounts = new Map(known.map((account) => [account.email, account]));
  await ctx.db.insert(attendees).values(
    seats.map(({ field: _field, ...seat }) => {
      const account = accounts.get(seat.email);
      return {
        ...seat,
        orderId,
        scfhsNumber: seat.scfhsNumber ?? account?.scfhsNumber ?? "",
        userId: account?.id ?? null,
        state,
      };
    }),
  );
}

/** Names the seats of an unpaid order anew. */
export async function replaceAttendees(ctx: Ctx, orderId: number, seats: readonly AssignedSeat[]): Promise<void> {
  await ctx.db.delete(attendees).where(eq(attendees.orderId, orderId));
  await insertSeats(ctx, orderId, seats, "pending");
}

import { and, eq, isNotNull, max, ne, notExists, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "#platform/context.server.ts";
import { enrolments } from "./tables.server.ts";

type SeatRow = typeof enrolments.$inferSelect;

/** The attendee of a seat as stored. The email is in lower case; `userId` is the account with that email, if any. */
export interface SeatPerson {
  name: string;
  /** Name in the other script. Absent or null when unknown, or unchanged when the same person is corrected. */
  nameOther?: string | null;
  email: string;
  scfhsNumber: string;
  userId: string | null;
}

/**
 * Gives a confirmed seat to someone else. The old row becomes `transferred` and keeps its attendee; a new row gets its
 * seat number in the order line. Returns the id of the new row. Callers hold the run and order locks.
 */
export async function replacePerson(ctx: Ctx, seat: SeatRow, person: SeatPerson): Promise<number> {
  const now = ctx.now();
  const { orderLineId, orderId, runId, heldUntil, differenceIds } = seat;
  const [last] = await ctx.db
    .select({ seat: max(enrolments.seat) })
    .from(enrolments)
    .where(eq(enrolments.orderLineId, orderLineId));
  const isSeat = and(eq(enrolments.id, seat.id), eq(enrolments.state, "confirmed"));
  const [transferred] = await ctx.db
    .update(enrolments)
    .set({ state: "transferred", endedAt: now, seat: (last?.seat ?? seat.seat) + 1 })
    .where(isSeat)
    .returning({ id: enrolments.id });
  if (!transferred) throw new Error(`Seat ${seat.id} is not confirmed`);
  const { name: attendeeName, nameOther: attendeeNameOther, email: attendeeEmail, scfhsNumber, userId } = person;
  const [created] = await ctx.db
    .insert(enrolments)
    .values({
      orderLineId,
      orderId,
      runId,
      seat: seat.seat,
      state: "confirmed",
      heldUntil,
      createdAt: now,
      confirmedAt: now,
      attendeeName,
      attendeeNameOther,
      attendeeEmail,
      scfhsNumber,
      userId,
      differenceIds,
    })
    .returning({ id: enrolments.id });
  if (!created) throw new Error("The new seat was not saved");
  return created.id;
}

const nextSeat = alias(enrolments, "next_person");

/** Whether a transferred row of `enrolments` moved to another date: no row replaced it in its run at that moment. */
export function isMovedAwaySql(ctx: Ctx): SQL<boolean> {
  const { orderId, runId, createdAt } = nextSeat;
  const followers = ctx.db
    .select({ id: nextSeat.id })
    .from(nextSeat)
    .where(
      and(
        ne(nextSeat.id, enrolments.id),
        eq(orderId, enrolments.orderId),
        eq(runId, enrolments.runId),
        eq(createdAt, enrolments.endedAt),
      ),
    );
  return sql<boolean>`(${enrolments.state} = 'transferred' and ${notExists(followers)})`;
}

/**
 * Saves the attendee of a confirmed seat that has none, or corrects the name and number of its attendee. Callers hold
 * the run and order locks.
 */
export async function writePerson(ctx: Ctx, seatId: number, person: SeatPerson): Promise<void> {
  const { name: attendeeName, nameOther, email: attendeeEmail, scfhsNumber, userId } = person;
  await ctx.db
    .update(enrolments)
    .set({ attendeeName, ...(nameOther && { attendeeNameOther: nameOther }), attendeeEmail, scfhsNumber, userId })
    .where(and(eq(enrolments.id, seatId), eq(enrolments.state, "confirmed")));
}

/** Cancels one confirmed seat, which becomes free again. Callers hold the run and order locks. */
export async function cancelSeat(ctx: Ctx, seatId: number): Promise<void> {
  await ctx.db
    .update(enrolments)
    .set({ state: "cancelled", endedAt: ctx.now() })
    .where(and(eq(enrolments.id, seatId), eq(enrolments.state, "confirmed"), isNotNull(enrolments.confirmedAt)));
}

import { and, eq, isNotNull, max, ne, notExists, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "#platform/context.server.ts";
import { enrolments } from "./tables.server.ts";

type SeatRow = typeof enrolments.$inferSelect;

/** As stored: email in lower case, and `userId` of the account with that email, if any. */
export interface SeatPerson {
  name: string;
  /** Name in the other script. Absent or null when unknown, or unchanged when the same person is corrected. */
  nameOther?: string | null;
  email: string;
  scfhsNumber: string;
  userId: string | null;
}

/**
 * Gives a confirmed seat to someone else. The former row becomes `transferred` and keeps its attendee; a new row takes
 * its place in the order. Returns the new seat's id. Callers hold the run and order locks.
 */
export async function replacePerson(ctx: Ctx, seat: SeatRow, person: SeatPerson): Promise<number> {
  const now = ctx.now();
  const { orderLineId, orderId, runId, heldUntil, differenceIds } = seat;
  const [last] = await ctx.db
    .select({ seat: max(enrolments.seat) })
    .from(enrolments)
    .where(eq(enrolments.orderLineId, orderLineId));
  const isSeat = and(eq(enrolments.id, seat.id), eq(enrolments.state, "confirmed"));
  const [left] = await ctx.db
    .update(enrolments)
    .set({ state: "transferred", endedAt: now, seat: (last?.seat ?? seat.seat) + 1 })
    .where(isSeat)
    .returning({ id: enrolments.id });
  if (!left) throw new Error(`Seat ${seat.id} is not confirmed`);
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
  if (!created) throw new Error("A seat was not written");
  return created.id;
}

const next = alias(enrolments, "next_person");

/** Whether a transferred row of `enrolments` moved to another date: no row replaced it in its run at that moment. */
export function isMovedAwaySql(ctx: Ctx): SQL<boolean> {
  const { orderId, runId, createdAt } = next;
  const followers = ctx.db
    .select({ id: next.id })
    .from(next)
    .where(
      and(
        ne(next.id, enrolments.id),
        eq(orderId, enrolments.orderId),
        eq(runId, enrolments.runId),
        eq(createdAt, enrolments.endedAt),
      ),
    );
  return sql<boolean>`(${enrolments.state} = 'transferred' and ${notExists(followers)})`;
}

/**
 * Names a confirmed seat without a name, or corrects name and number of its attendee. Callers hold the run and order
 * locks.
 */
export async function writePerson(ctx: Ctx, seatId: number, person: SeatPerson): Promise<void> {
  const { name: attendeeName, nameOther, email: attendeeEmail, scfhsNumber, userId } = person;
  await ctx.db
    .update(enrolments)
    .set({ attendeeName, ...(nameOther && { attendeeNameOther: nameOther }), attendeeEmail, scfhsNumber, userId })
    .where(and(eq(enrolments.id, seatId), eq(enrolments.state, "confirmed")));
}

/** Cancels one confirmed seat, which is free again. Callers hold the run and order locks. */
export async function cancelSeat(ctx: Ctx, seatId: number): Promise<void> {
  await ctx.db
    .update(enrolments)
    .set({ state: "cancelled", endedAt: ctx.now() })
    .where(and(eq(enrolments.id, seatId), eq(enrolments.state, "confirmed"), isNotNull(enrolments.confirmedAt)));
}

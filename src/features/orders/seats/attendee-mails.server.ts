import { and, eq, isNull, ne, or, type SQL } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { buyers, queueSeatMails } from "./seat-mails.server.ts";
import { isChosenSeatSql, type SeatChoice } from "./seats.server.ts";
import { enrolments } from "./tables.server.ts";

/** Those of people other than the buyer. */
const ofGuests = (where: SQL | undefined) =>
  and(
    where,
    or(isNull(enrolments.userId), ne(enrolments.userId, orders.userId)),
    ne(enrolments.attendeeEmail, buyers.email),
  );

/** Queues the mail to each attendee of a paid order but its buyer, once per seat, in the open transaction. */
export async function queueAttendeeMails(
  ctx: Ctx,
  orderId: number,
  seats?: { runId: number; seat: number }[],
): Promise<void> {
  const named = seats?.map(({ runId, seat }) => and(eq(enrolments.runId, runId), eq(enrolments.seat, seat)));
  await queueSeatMails(ctx, "attendee-place", ofGuests(and(eq(enrolments.orderId, orderId), named && or(...named))));
}

/**
 * Mails each person but the buyer that their place is gone, once per place; runs cancelled as a whole have their own
 * mails. Call it before the seats are released, in the same transaction. `chosen` null: all.
 */
export async function queueSeatCancelledMails(ctx: Ctx, orderId: number, chosen: SeatChoice | null): Promise<void> {
  const isBooked = and(eq(enrolments.orderId, orderId), eq(enrolments.state, "confirmed"));
  const isGone = and(isBooked, isNull(courseRuns.cancelledAt), isChosenSeatSql(chosen));
  await queueSeatMails(ctx, "attendee-returned", ofGuests(isGone));
}

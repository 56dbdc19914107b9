import { and, eq, ne, or, sql } from "drizzle-orm";
import { replacePerson, writePerson } from "#features/orders/seats/person-of-seat.server.ts";
import { retryRefusedSeats } from "#features/orders/seats/refused-seats.server.ts";
import { queueSeatMails } from "#features/orders/seats/seat-mails.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { lockSeat, personOf, requireNoPlace, type SeatForm } from "./seats.server.ts";

/** A seat whose refund is under way is given to no other person. */
export async function requireNotReturning(
  ctx: Ctx,
  seat: { id: number; orderId: number; runId: number },
): Promise<void> {
  const ofRun = sql`${refunds.runIds} @> ${JSON.stringify([seat.runId])}::jsonb`;
  const ofSeat = sql`${refunds.seatIds} @> ${JSON.stringify([seat.id])}::jsonb`;
  const open = and(eq(payments.orderId, seat.orderId), ne(refunds.status, "done"), or(ofRun, ofSeat));
  const [found] = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(open)
    .limit(1);
  if (found) throw new Conflict(m.roster_seat_returning({}, { locale: ctx.locale }));
}

export interface SwapInput extends SeatForm {
  seatId: number;
  /** In the staff's words, kept in the audit log. */
  reason: string;
}

/**
 * Gives a seat to another person, who is notified, as is who had it; names a seat without a name; with the same e-mail
 * it corrects name and number, and tells no one. Until the run has ended. The price stays as paid. For `roster.write`.
 * Throws Unauthenticated, Forbidden, NotFound, ValidationError (has a place already), Conflict (not confirmed, being
 * refunded; run cancelled or ended).
 */
export async function swapSeat(ctx: Ctx, input: SwapInput): Promise<{ runId: number; told: number }> {
  requirePermission(ctx, "roster.write");
  const swap = async (ctx: Ctx) => {
    const { seat, order } = await lockSeat(ctx, input.seatId);
    const { runId, orderId } = seat;
    const isCorrection = seat.attendeeEmail === input.email;
    if (!isCorrection) await requireNoPlace(ctx, runId, input.email);
    await requireNotReturning(ctx, seat);
    const person = await personOf(ctx, input);
    let seatId = seat.id;
    if (seat.attendeeEmail === null || isCorrection) await writePerson(ctx, seat.id, person);
    else {
      seatId = await replacePerson(ctx, seat, person);
      await queueSeatMails(ctx, "seat-given-on", eq(enrolments.id, seat.id));
    }
    if (!isCorrection) await queueSeatMails(ctx, "attendee-place", eq(enrolments.id, seatId));
    const before = { name: seat.attendeeName, email: seat.attendeeEmail, scfhsNumber: seat.scfhsNumber };
    const { name, email, scfhsNumber } = person;
    const entry = { entity: "run", entityId: runId };
    // Two entries: each person's data is erased with that person.
    await audit(
      ctx,
      {
        action: seat.attendeeEmail === null ? "seat.named" : isCorrection ? "seat.corrected" : "seat.swapped",
        ...entry,
        after: { orderId, seatId, name, email, scfhsNumber, reason: input.reason },
        personal: {
          of: person.userId ?? order.userId,
          paths: ["after.name", "after.email", "after.scfhsNumber", "after.reason"],
        },
      },
      ...(seat.attendeeEmail !== null
        ? [
            {
              action: isCorrection ? "seat.corrected-from" : "seat.left",
              ...entry,
              before: { orderId, seatId: seat.id, ...before },
              personal: {
                of: seat.userId ?? order.userId,
                paths: ["before.name", "before.email", "before.scfhsNumber"],
              },
            },
          ]
        : []),
    );
    return { runId, told: isCorrection ? 0 : seat.attendeeEmail === null ? 1 : 2 };
  };
  return retryRefusedSeats(() => inTransaction(ctx, swap));
}

import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, eq } from "drizzle-orm";
import { firstSessionAt } from "#features/catalogue/schedule/sessions.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { changeAttendeeOfLockedSeat, lockSeat } from "#features/seats/roster/seats.server.ts";
import { limitNamedPeople, limitSeatMails } from "#features/seats/attendees.server.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { findChange, lockWithDifferences } from "./change-order.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";
import { requireConfirmedForOthers } from "#features/people/confirmed-address.server.ts";

export interface TransferSeatInput {
  orderId: number;
  seatId: number;
  name: string;
  /** The name in the other script; absent or empty when unknown. */
  name_other?: string | undefined;
  /** Email address of the new person, in lower case. */
  email: string;
  scfhs_number: string;
  /** Idempotency key within the order. */
  key: string;
}

async function readSeat(ctx: Ctx, { orderId, seatId }: TransferSeatInput) {
  const isSeat = and(eq(enrolments.id, seatId), eq(enrolments.orderId, orderId));
  const isOwn = eq(orders.userId, requireViewer(ctx).id);
  const [row] = await ctx.db
    .select({ seat: enrolments, run: courseRuns })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .where(and(isSeat, isOwn));
  if (!row) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  return row;
}

/**
 * Transfers a seat of the caller's order to another person, once per key, until the first session begins. Also names a
 * seat that has no attendee and corrects a name. Both people get an email. Throws Unauthenticated,
 * ConfirmedAddressRequired (for another person), NotFound, ValidationError (the person already has a seat), Conflict
 * (course begun, attendance recorded, seat gone, being refunded), RateLimited.
 */
export async function transferSeat(ctx: Ctx, input: TransferSeatInput): Promise<OrderChange> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "assignSeatsPerAccount", viewer.id);
  const { orderId, seatId, key } = input;
  const { seat, run } = await readSeat(ctx, input);
  await requireConfirmedForOthers(ctx, [input.email]);
  await limitNamedPeople(ctx, [{ runId: seat.runId, email: input.email }]);
  const transfer = async (ctx: Ctx) => {
    const request = { kind: "person" as const, runId: seat.runId, seatIds: [seatId], toRunId: null };
    await lockWithDifferences(ctx, orderId);
    const existing = await findChange(ctx, { orderId, key }, request);
    if (existing) return existing;
    // The emails to both people are counted in the transaction, so that a refusal below does not count.
    await limitSeatMails(ctx, [input.email, ...(seat.attendeeEmail ? [seat.attendeeEmail] : [])].toSorted());
    const locked = await lockSeat(ctx, seatId);
    const { locale } = ctx;
    const now = ctx.now();
    if ((await firstSessionAt(ctx, run)) <= now) throw new Conflict(m.changes_begun({}, { locale }));
    if ((await ctx.db.$count(attendanceMarks, eq(attendanceMarks.enrolmentId, seatId))) > 0)
      throw new Conflict(m.changes_attended({}, { locale }));
    await changeAttendeeOfLockedSeat(ctx, locked, { ...input, reason: "" });
    const newChange = { orderId, ...request, key, state: "done" as const, quotedAt: now, createdAt: now, doneAt: now };
    const [change] = await ctx.db.insert(orderChanges).values(newChange).returning();
    if (!change) throw new Error("A change was not written");
    return change;
  };
  return retryRefusedSeats(() => inAccountTransaction(ctx, transfer));
}

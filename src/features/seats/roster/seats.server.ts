import { and, eq, ne, or, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { attendeeKey, findConfirmedAttendees } from "#features/seats/attendees.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { requireUncancelledRun, type RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localText } from "#i18n/locale.ts";
import { noSuchRecord, type Ctx, inTransaction, requirePermission } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { replacePerson, writePerson, type SeatPerson } from "#features/seats/person-of-seat.server.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { queueSeatMails } from "#features/seats/seat-mails.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { audit } from "#platform/audit.server.ts";

interface SeatForm {
  name: string;
  /** Name in the other script. When absent or empty, a correction keeps the stored one. */
  name_other?: string | undefined;
  /** Lower case. */
  email: string;
  scfhs_number: string;
}

/** Reads a run whose seats can still change. Throws NotFound, Conflict (cancelled or ended). */
export async function requireRunNotEnded(ctx: Ctx, runId: number): Promise<RunWithSessions> {
  const run = await requireUncancelledRun(ctx, runId);
  if (run.endDate < riyadhDate(ctx.now())) throw new Conflict(m.schedule_run_ended({}, { locale: ctx.locale }));
  return run;
}

/**
 * Locks the order and run of a seat and reads the seat. Throws NotFound, Conflict (not confirmed, run cancelled).
 * Throws Conflict also when the run has ended, unless `allowsEnded` is set: data for certificates and reports may be
 * corrected after the run.
 */
export async function lockSeat(ctx: Ctx, seatId: number, { allowsEnded = false } = {}) {
  const [row] = await ctx.db.select().from(enrolments).where(eq(enrolments.id, seatId));
  if (!row) throw noSuchRecord(ctx);
  const { id, status, userId } = orders;
  const byId = ctx.db.select({ id, status, userId }).from(orders).where(eq(id, row.orderId));
  const [order] = await lockOrders(ctx, byId.$dynamic());
  await lockRuns(ctx, [row.runId]);
  const run = await (allowsEnded ? requireUncancelledRun : requireRunNotEnded)(ctx, row.runId);
  const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.id, seatId));
  if (!seat || !order) throw noSuchRecord(ctx);
  if (seat.state !== "confirmed") throw new Conflict(m.roster_seat_not_confirmed({}, { locale: ctx.locale }));
  return { seat, order, run };
}

async function readCourse(ctx: Ctx, runId: number): Promise<{ name_eng: string; name_ar: string | null }> {
  const [course] = await ctx.db
    .select({ name_eng: courses.name_eng, name_ar: courses.name_ar })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!course) throw noSuchRecord(ctx);
  return course;
}

/**
 * Throws ValidationError on `email` when the person already has a seat in the run, by this email or through their
 * account.
 */
export async function requireNoSeatInRun(ctx: Ctx, runId: number, email: string): Promise<void> {
  const booked = await findConfirmedAttendees(ctx, [runId], [email]);
  if (!booked.has(attendeeKey(runId, email))) return;
  const { name_eng, name_ar } = await readCourse(ctx, runId);
  const course = localText(ctx.locale, name_eng, name_ar).text;
  throw new ValidationError({ email: [m.enrolments_attendee_booked({ course }, { locale: ctx.locale })] });
}

/**
 * Completes the form with the account that has confirmed this email, if any: its id, and its SCFHS number when the form
 * has none.
 */
async function readSeatPerson(ctx: Ctx, { name, name_other, email, scfhs_number }: SeatForm): Promise<SeatPerson> {
  const { id, scfhsNumber, emailVerified } = users;
  // An address that its account has not confirmed may be another person's.
  const isConfirmed = and(eq(users.email, email), eq(emailVerified, true));
  const [account] = await ctx.db.select({ id, scfhsNumber }).from(users).where(isConfirmed);
  return {
    name,
    nameOther: name_other || null,
    email,
    scfhsNumber: scfhs_number || (account?.scfhsNumber ?? ""),
    userId: account?.id ?? null,
  };
}

/** Throws Conflict when the seat is being refunded, so that it is not given to another person. */
export async function requireNoOpenRefund(
  ctx: Ctx,
  seat: { id: number; orderId: number; runId: number },
): Promise<void> {
  const whereRun = sql`${refunds.runIds} @> ${JSON.stringify([seat.runId])}::jsonb`;
  const whereSeat = sql`${refunds.seatIds} @> ${JSON.stringify([seat.id])}::jsonb`;
  const open = and(eq(payments.orderId, seat.orderId), ne(refunds.status, "done"), or(whereRun, whereSeat));
  const [row] = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(open)
    .limit(1);
  if (row) throw new Conflict(m.roster_seat_returning({}, { locale: ctx.locale }));
}

interface AttendeeChange extends SeatForm {
  seatId: number;
  /** In the staff's words, for the audit log. */
  reason: string;
}

type LockedSeat = Awaited<ReturnType<typeof lockSeat>>;

/**
 * Changes the attendee of a locked seat: gives the seat to someone else, names its first attendee, or corrects the
 * name. Notifies the people concerned. Throws ValidationError (already has a seat), Conflict (being refunded, run
 * ended).
 */
export async function changeAttendeeOfLockedSeat(ctx: Ctx, { seat, order }: LockedSeat, input: AttendeeChange) {
  const { runId, orderId } = seat;
  const isCorrection = seat.attendeeEmail === input.email;
  if (!isCorrection) {
    await requireRunNotEnded(ctx, runId);
    await requireNoSeatInRun(ctx, runId, input.email);
  }
  await requireNoOpenRefund(ctx, seat);
  const person = await readSeatPerson(ctx, input);
  let seatId = seat.id;
  if (seat.attendeeEmail === null || isCorrection) await writePerson(ctx, seat.id, person);
  else {
    seatId = await replacePerson(ctx, seat, person);
    const isOwn = seat.attendeeEmail === ctx.viewer?.email;
    await queueSeatMails(ctx, "seat-given-on", eq(enrolments.id, seat.id), isOwn ? { givenTo: person.name } : {});
  }
  if (!isCorrection) await queueSeatMails(ctx, "attendee-place", eq(enrolments.id, seatId));
  const before = { name: seat.attendeeName, email: seat.attendeeEmail, scfhsNumber: seat.scfhsNumber };
  const { name, email, scfhsNumber } = person;
  const entry = { entity: "run", entityId: runId };
  // Two audit entries, so that each person's data is erased with that person.
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
  return { runId, seatId, notified: isCorrection ? 0 : seat.attendeeEmail === null ? 1 : 2 };
}

/**
 * Changes the attendee of a seat. A new email on a named seat gives it to another person and notifies both people; on a
 * seat without an attendee it names one. The same email corrects name and number, and notifies no one. Possible until
 * the run has ended; a correction also afterwards, for certificates and reports. The price stays as paid. Throws
 * NotFound, ValidationError (already has a seat), Conflict (not confirmed, being refunded; run cancelled or ended).
 */
export async function changeAttendee(ctx: Ctx, input: AttendeeChange): Promise<{ runId: number; notified: number }> {
  requirePermission(ctx, changeAttendee.permission);
  const change = async (ctx: Ctx) =>
    changeAttendeeOfLockedSeat(ctx, await lockSeat(ctx, input.seatId, { allowsEnded: true }), input);
  return retryRefusedSeats(() => inTransaction(ctx, change));
}
changeAttendee.permission = "roster.write" as const;

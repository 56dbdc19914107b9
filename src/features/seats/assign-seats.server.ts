import { isPaid } from "#features/orders/order-states.ts";
import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, eq, inArray } from "drizzle-orm";
import { lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { firstSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { startOfRiyadhDay } from "#i18n/dates.ts";
import { localText } from "#i18n/locale.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError, type FieldMap } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { AttendeeInput, AssignedSeat } from "./attendee.ts";
import { queueAttendeeMails } from "./seat-mails.server.ts";
import {
  attendeeKey,
  findConfirmedAttendees,
  limitNamedPeople,
  limitSeatMails,
  nameSeats,
  seatTakenText,
} from "./attendees.server.ts";
import { retryRefusedSeats } from "./refused-seats.server.ts";
import { readSeats } from "./seats.server.ts";
import { requireConfirmedForOthers } from "#features/people/confirmed-address.server.ts";

/** `seat` counts from 1 within its line. */
export interface SeatAssignment extends AttendeeInput {
  seat: number;
}
export interface SeatsInput {
  order_id: number;
  attendees: SeatAssignment[];
}

interface BoughtLine {
  runId: number;
  course: string;
  qty: number;
  hasConfirmedSeats: boolean;
  isRunCancelled: boolean;
  /** When its first session begins. */
  begins: Date;
  namedSeats: number[];
  cancelledSeats: number[];
}

/** Locks the caller's paid order. Throws NotFound, Conflict while it is not paid. */
export async function lockOwnPaidOrder(ctx: Ctx, orderId: number): Promise<void> {
  const { locale } = ctx;
  const isOwn = and(eq(orders.id, orderId), eq(orders.userId, requireViewer(ctx).id));
  const [order] = await lockOrders(ctx, ctx.db.select({ status: orders.status }).from(orders).where(isOwn).$dynamic());
  if (!order) throw new NotFound(m.orders_not_found({}, { locale }));
  if (!isPaid(order)) throw new Conflict(m.enrolments_naming_not_paid({}, { locale }));
}

async function readLines(ctx: Ctx, orderId: number, runIds: number[]): Promise<BoughtLine[]> {
  const seats = await readSeats(ctx, [orderId]);
  const lines = await ctx.db
    .select({ line: orderLines, run: courseRuns })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.runId, runIds)));
  const begins = await firstSessions(
    ctx,
    lines.map(({ run }) => run),
  );
  return lines.map(({ line, run }) => {
    const lineSeats = seats.filter(({ runId }) => runId === run.id);
    return {
      runId: run.id,
      course: localText(ctx.locale, line.nameEng, line.nameAr).text,
      qty: line.qty,
      begins: begins.get(run.id) ?? startOfRiyadhDay(run.startDate),
      isRunCancelled: run.cancelledAt !== null,
      hasConfirmedSeats: lineSeats.some(({ state }) => state === "confirmed"),
      namedSeats: lineSeats.filter(({ attendee }) => attendee).map(({ seat }) => seat),
      cancelledSeats: lineSeats.filter(({ state }) => state === "cancelled").map(({ seat }) => seat),
    };
  });
}

function checkLines(ctx: Ctx, lines: BoughtLine[], people: readonly SeatAssignment[]): void {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  for (const [at, { runId, seat }] of people.entries()) {
    const line = lines.find((candidate) => candidate.runId === runId);
    if (!line || seat > line.qty) {
      wrong[`attendees.${at}.${line ? "seat" : "course_id"}`] = [getProblemMessage("invalid", locale)];
      continue;
    }
    const { course } = line;
    if (line.isRunCancelled) throw new Conflict(m.schedule_run_cancelled({}, { locale }));
    if (!line.hasConfirmedSeats) throw new Conflict(m.enrolments_naming_no_seats({ course }, { locale }));
    if (line.begins <= ctx.now()) throw new Conflict(m.enrolments_naming_begun({ course }, { locale }));
    if (line.cancelledSeats.includes(seat))
      throw new Conflict(m.enrolments_seat_cancelled({ n: seat, course }, { locale }));
    if (line.namedSeats.includes(seat)) throw new Conflict(m.enrolments_seat_named({ n: seat, course }, { locale }));
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

function checkPeople(ctx: Ctx, people: readonly SeatAssignment[]): void {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  for (const [at, person] of people.entries()) {
    const before = people.slice(0, at).filter(({ runId }) => runId === person.runId);
    if (before.some(({ seat }) => seat === person.seat))
      wrong[`attendees.${at}.seat`] = [m.enrolments_attendees_count({}, { locale })];
    if (before.some(({ email }) => email === person.email))
      wrong[`attendees.${at}.email`] = [m.enrolments_attendee_twice({}, { locale })];
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

/**
 * Assigns attendees to open seats of the caller's paid order, all or none, and once per seat, until its course
 * begins. Emails them, but not the buyer. Throws Unauthenticated, ConfirmedAddressRequired (for other people),
 * NotFound, Conflict (not paid, begun, cancelled, refunded, assigned in another tab), ValidationError, RateLimited.
 */
export async function assignOpenSeats(ctx: Ctx, input: SeatsInput): Promise<void> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "assignSeatsPerAccount", viewer.id);
  const { order_id: orderId, attendees: people } = input;
  checkPeople(ctx, people);
  await requireConfirmedForOthers(
    ctx,
    people.map(({ email }) => email),
  );
  const seats = people.map(({ runId, seat, name, name_other, email, scfhs_number }, at): AssignedSeat => ({
    runId,
    seat,
    name,
    nameOther: name_other || null,
    email,
    scfhsNumber: scfhs_number,
    field: `attendees.${at}`,
  }));
  await limitNamedPeople(ctx, seats);
  const own = viewer.email.toLowerCase();
  await limitSeatMails(
    ctx,
    seats.map(({ email }) => email).filter((email) => email !== own),
  );
  const assign = async (ctx: Ctx) => {
    const runIds = [...new Set(seats.map(({ runId }) => runId))];
    await lockOwnPaidOrder(ctx, orderId);
    await lockRuns(ctx, runIds);
    const lines = await readLines(ctx, orderId, runIds);
    checkLines(ctx, lines, people);
    const booked = await findConfirmedAttendees(
      ctx,
      runIds,
      seats.map(({ email }) => email),
    );
    const takenSeats = seats.filter(({ runId, email }) => booked.has(attendeeKey(runId, email)));
    const getCourseName = (id: number) => lines.find(({ runId }) => runId === id)?.course ?? "";
    if (takenSeats.length > 0)
      throw new ValidationError(
        Object.fromEntries(
          takenSeats.map(({ field, runId, email }) => [
            `${field}.email`,
            [seatTakenText(ctx, email, getCourseName(runId))],
          ]),
        ),
      );
    await nameSeats(ctx, orderId, seats);
    await queueAttendeeMails(ctx, orderId, seats);
  };
  await retryRefusedSeats(() => inAccountTransaction(ctx, assign));
}

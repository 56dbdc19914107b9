import { and, eq } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { attendeeKey, confirmedAttendeesSql } from "#features/orders/seats/attendees.server.ts";
import type { SeatPerson } from "#features/orders/seats/person-of-seat.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { requireOpenRun, type RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localText } from "#i18n/locale.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";

export interface SeatForm {
  name: string;
  /** Lower case. */
  email: string;
  scfhs_number: string;
}

/** A run whose seats can still change. Throws NotFound, Conflict when it is cancelled or has ended. */
export async function requireLiveRun(ctx: Ctx, runId: number): Promise<RunWithSessions> {
  const run = await requireOpenRun(ctx, runId);
  if (run.endDate < riyadhDate(ctx.now())) throw new Conflict(m.schedule_run_ended({}, { locale: ctx.locale }));
  return run;
}

/**
 * Locks order and run of a seat and answers it as it is then. Throws NotFound, Conflict (not confirmed; run cancelled
 * or ended).
 */
export async function lockSeat(ctx: Ctx, seatId: number) {
  const [found] = await ctx.db.select().from(enrolments).where(eq(enrolments.id, seatId));
  if (!found) throw noSuchRecord(ctx);
  const { id, status, userId } = orders;
  const byId = ctx.db.select({ id, status, userId }).from(orders).where(eq(id, found.orderId));
  const [order] = await lockOrders(ctx, byId.$dynamic());
  await lockRuns(ctx, [found.runId]);
  const run = await requireLiveRun(ctx, found.runId);
  const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.id, seatId));
  if (!seat || !order) throw noSuchRecord(ctx);
  if (seat.state !== "confirmed") throw new Conflict(m.roster_seat_not_confirmed({}, { locale: ctx.locale }));
  return { seat, order, run };
}

async function readCourse(ctx: Ctx, runId: number): Promise<{ name_eng: string; name_ar: string | null }> {
  const [course] = await ctx.db
    .select({ name_eng: courses.nameEng, name_ar: courses.nameAr })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!course) throw noSuchRecord(ctx);
  return course;
}

/** Throws ValidationError on `email` when the person has a place in the run by this e-mail or as their account's. */
export async function requireNoPlace(ctx: Ctx, runId: number, email: string): Promise<void> {
  const booked = await confirmedAttendeesSql(ctx, [runId], [email]);
  if (!booked.has(attendeeKey(runId, email))) return;
  const { name_eng, name_ar } = await readCourse(ctx, runId);
  const course = localText(ctx.locale, name_eng, name_ar).text;
  throw new ValidationError({ email: [m.enrolments_attendee_booked({ course }, { locale: ctx.locale })] });
}

/** With the account of the e-mail, and its number where none was written. */
export async function personOf(ctx: Ctx, { name, email, scfhs_number }: SeatForm): Promise<SeatPerson> {
  const { id, scfhsNumber, emailVerified } = users;
  // An address that its account has not confirmed may be another person's.
  const isConfirmed = and(eq(users.email, email), eq(emailVerified, true));
  const [account] = await ctx.db.select({ id, scfhsNumber }).from(users).where(isConfirmed);
  return {
    name,
    email,
    scfhsNumber: scfhs_number || (account?.scfhsNumber ?? ""),
    userId: account?.id ?? null,
  };
}

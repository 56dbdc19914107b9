/** Creates a run that is taking place, with people who have seats, for tests of attendance. */
import { eq } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { writeSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { ticketUrl } from "#features/seats/tickets.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { TestCtx } from "./context.ts";
import { bookPlace, paidOrders } from "./paid-order.ts";

export const taughtDays = ["2026-11-22", "2026-11-23"] as const;
export const riyadh = (time: string, day: string = taughtDays[0]) => riyadhInstant(day, time);

export interface TaughtRun {
  runId: number;
  orderId: number;
  /** Ids of the sessions of both days. */
  sessions: [number, number];
}

async function createRun(
  ctx: TestCtx,
  names: readonly string[],
  capacity: number,
  sessions: readonly { startsAt: Date; endsAt: Date }[],
  timesConfirmed = true,
): Promise<TaughtRun> {
  const days = sessions.map(({ startsAt }) => riyadhDate(startsAt));
  const dates = { startDate: days[0] ?? "", endDate: days.at(-1) ?? "", days: days.length, timesConfirmed };
  const course = await makeCourse(ctx.db, { name_eng: "Sepsis", name_ar: "الإنتان" });
  const { id: runId } = await makeRun(ctx.db, course.id, { ...dates, capacity });
  await writeSessions(
    ctx,
    runId,
    sessions.map((session) => ({ ...session, joiningUrl: null })),
  );
  const [orderId = 0] = await paidOrders(ctx, 1, { runId });
  for (const [index, name] of names.entries())
    await bookPlace(ctx, { orderId, runId, seat: index + 1, name, email: toEmail(name) });
  const { id, startsAt } = runSessions;
  const sessionRows = await ctx.db
    .select({ id })
    .from(runSessions)
    .where(eq(runSessions.runId, runId))
    .orderBy(startsAt);
  return { runId, orderId, sessions: [sessionRows[0]?.id ?? 0, sessionRows[1]?.id ?? 0] };
}

/**
 * Creates a run on 22 and 23 November 2026, each day from 09:00 to 15:30 in Riyadh. Moves the clock to 08:30 of the
 * first day.
 */
export function taughtRun(ctx: TestCtx, names: readonly string[], capacity = 20): Promise<TaughtRun> {
  ctx.clock.now = riyadh("08:30");
  const days = taughtDays.map((day) => ({ startsAt: riyadh("09:00", day), endsAt: riyadh("15:30", day) }));
  return createRun(ctx, names, capacity, days);
}

/**
 * Creates a run of today and the day after tomorrow, by the real clock, with whole-day sessions without confirmed
 * times. At any time of day, the door of the first session is open, nobody is late, and the second session is far away.
 */
export function runOnNow(ctx: TestCtx, names: readonly string[], capacity = 60): Promise<TaughtRun> {
  const today = riyadhDate(new Date());
  const days = [today, addDays(today, 2)].map((day) => ({
    startsAt: riyadh("00:00", day),
    endsAt: riyadh("23:59", day),
  }));
  return createRun(ctx, names, capacity, days, false);
}

export const toEmail = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ".")}@example.com`;

/** Finds the seat of a person and the URL of its ticket. Throws when the person has none. */
export async function findSeat(ctx: Ctx, runId: number, name: string): Promise<{ id: number; ticket: string }> {
  const rows = await ctx.db.select().from(enrolments).where(eq(enrolments.runId, runId));
  const seat = rows.find((row) => row.attendeeEmail === toEmail(name));
  if (!seat) throw new Error(`${name} has no seat`);
  return { id: seat.id, ticket: ticketUrl(ctx, seat, "en") };
}

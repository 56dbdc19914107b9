import { attendeePath } from "#features/catalogue/schedule/private-runs.server.ts";
import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns, courseRunChanges } from "#features/catalogue/schedule/tables.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { calendarFile, type CalendarRun } from "#features/catalogue/schedule/calendar.server.ts";
import { requireOwnOrder } from "#features/orders/own-order.server.ts";
import { NotFound } from "#platform/errors.ts";
import { mailboxAddress } from "#platform/mail/transport.server.ts";
import { m } from "#messages";
import { listEnrolledOrders } from "./bookings.server.ts";
import { enrolments } from "./tables.server.ts";

interface CalendarLine {
  run: CalendarRun;
  isReturned: boolean;
  isCancelled: boolean;
}

/** Reads confirmed seats that someone lost later. An expired hold is not such a seat. */
async function readLostSeats(ctx: Ctx, runIds: number[]): Promise<{ runId: number; orderId: number }[]> {
  const { runId, orderId, state, confirmedAt, attendeeEmail } = enrolments;
  return ctx.db
    .select({ runId, orderId })
    .from(enrolments)
    .where(
      and(
        inArray(runId, runIds),
        inArray(state, ["cancelled", "transferred"]),
        isNotNull(confirmedAt),
        isNotNull(attendeeEmail),
      ),
    );
}

/**
 * Reads the runs of an order for its calendar file. The sequence number of a run counts the lost seats of every
 * attendee, so that it never decreases for anyone.
 */
async function readRuns(ctx: Ctx, orderId: number, locale: Locale): Promise<CalendarLine[]> {
  // Runs from which seats of the line were moved. The file removes their entries.
  const movedFrom = ctx.db
    .select({ id: enrolments.runId })
    .from(enrolments)
    .where(and(eq(enrolments.orderLineId, orderLines.id), eq(enrolments.state, "transferred")));
  const lineRows = await ctx.db
    .select({ line: orderLines, run: courseRuns, orderedAt: orders.createdAt })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(courseRuns, or(eq(courseRuns.id, orderLines.runId), inArray(courseRuns.id, movedFrom)))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(courseRuns.startDate, orderLines.id);
  const rows = lineRows.filter(({ run }, index) => lineRows.findIndex((row) => row.run.id === run.id) === index);
  const runIds = rows.map(({ run }) => run.id);
  const changes = await ctx.db
    .select()
    .from(courseRunChanges)
    .where(inArray(courseRunChanges.runId, runIds))
    .orderBy(courseRunChanges.id);
  const sessions = await readSessions(ctx, runIds);
  const enrolled = await listEnrolledOrders(ctx, runIds);
  const lostSeats = await readLostSeats(ctx, runIds);
  return rows.map(({ line, run, orderedAt }) => {
    const { id: runId, days, startDate, endDate, timesConfirmed, venueEng, venueAr, addressEng, addressAr } = run;
    const runChanges = changes.filter((change) => change.runId === runId);
    const lostRunSeats = lostSeats.filter((seat) => seat.runId === runId);
    const isCancelled = run.cancelledAt !== null;
    const isEnrolled = enrolled.some((seat) => seat.runId === runId && seat.orderId === orderId);
    // The order keeps its entry as long as it has a seat.
    const isReturned = !isEnrolled && lostRunSeats.some((seat) => seat.orderId === orderId);
    return {
      isReturned,
      isCancelled,
      run: {
        runId,
        nameEng: line.nameEng,
        nameAr: line.nameAr,
        days,
        startDate,
        endDate,
        timesConfirmed,
        sessions: (sessions.get(runId) ?? []).map((session) =>
          isEnrolled ? session : { ...session, joiningUrl: null },
        ),
        venueEng,
        venueAr,
        addressEng,
        addressAr,
        sequence: runChanges.length + lostRunSeats.length,
        cancelled: isCancelled || isReturned,
        earlier: runChanges.filter(({ changedAt }) => changedAt >= orderedAt).map(({ before }) => before),
        url: `${ctx.env.BASE_URL}${localePath(attendeePath(run, line.slug), locale)}`,
      },
    };
  });
}

const buildCalendarFile = (ctx: Ctx, lines: CalendarLine[], locale: Locale) =>
  calendarFile(
    lines.map(({ run }) => run),
    locale,
    { baseUrl: ctx.env.BASE_URL, organizer: mailboxAddress(ctx.env.MAIL_FROM), now: ctx.now() },
  );

/** Builds one calendar file of all runs of an order. Callers check who may read it. */
export async function orderCalendarFile(ctx: Ctx, orderId: number, locale: Locale): Promise<string> {
  return buildCalendarFile(ctx, await readRuns(ctx, orderId, locale), locale);
}

/** Builds the calendar file of one run of an order. Callers check who may read it. */
export async function runCalendarFile(ctx: Ctx, orderId: number, runId: number, locale: Locale): Promise<string> {
  const lines = await readRuns(ctx, orderId, locale);
  return buildCalendarFile(
    ctx,
    lines.filter(({ run }) => run.runId === runId),
    locale,
  );
}

/** Builds a file that removes a run from the calendar of someone who lost their seat, even if the order has others. */
export async function lostSeatCalendarFile(ctx: Ctx, orderId: number, runId: number, locale: Locale): Promise<string> {
  const lines = (await readRuns(ctx, orderId, locale)).filter(({ run }) => run.runId === runId);
  const cancelledLines = lines.map(({ run, ...line }) => ({
    ...line,
    run: { ...run, cancelled: true, sessions: run.sessions.map((session) => ({ ...session, joiningUrl: null })) },
  }));
  return buildCalendarFile(ctx, cancelledLines, locale);
}

/** Builds cancelled entries for runs of refunded seats; null when there are none. Leaves out cancelled runs. */
export async function refundedSeatsCalendarFile(ctx: Ctx, orderId: number, locale: Locale): Promise<string | null> {
  const lines = await readRuns(ctx, orderId, locale);
  const returned = lines.filter(({ isReturned, isCancelled }) => isReturned && !isCancelled);
  return returned.length > 0 ? buildCalendarFile(ctx, returned, locale) : null;
}

/** Builds the calendar file of the caller's paid order. Throws Unauthenticated, NotFound. */
export async function orderCalendar(
  ctx: Ctx,
  input: { order_id: number },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; filename: string }> {
  const { paid } = await requireOwnOrder(ctx, input.order_id);
  if (!paid) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const text = await orderCalendarFile(ctx, input.order_id, ctx.locale);
  return { bytes: Buffer.from(text, "utf8"), filename: `order-${input.order_id}.ics` };
}

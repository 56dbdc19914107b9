import { and, eq } from "drizzle-orm";
import { qrPicture } from "#ui/qr-image.ts";
import { darkCover } from "#features/catalogue/dark-cover.server.ts";
import { venueMapUrl } from "#features/catalogue/schedule/mail-course.ts";
import { listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { runCalendarFile } from "#features/seats/calendar-runs.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { joiningLinks } from "#i18n/joining-links.ts";
import { sessionLines } from "#i18n/session-times.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import type { SeatView, OrderTicket, TicketView } from "#features/seats/ticket.schema.ts";
import {
  findTicket,
  openTicket,
  ticketCode,
  ticketToken,
  ticketUrl,
  type Ticket,
} from "#features/seats/tickets.server.ts";

/** Reads the last day to pay an order by transfer; null when it waits for none. */
async function readDueDate(ctx: Ctx, orderId: number): Promise<string | null> {
  const { dueOn, method, status } = payments;
  const [payment] = await ctx.db
    .select({ dueOn })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(method, "transfer"), eq(status, "awaiting")));
  return payment?.dueOn ?? null;
}

async function readSeatView(ctx: Ctx, { seat, run }: Ticket): Promise<SeatView> {
  const { attendeeName: name, attendeeNameOther, scfhsNumber } = seat;
  const address = ticketUrl(ctx, seat, ctx.locale);
  const sessions = (await listJoinableSessions(ctx, [run.id])).get(run.id) ?? [];
  const isOnline = run.delivery === "online";
  const person = name === null ? null : { name, name_other: attendeeNameOther, scfhs_number: scfhsNumber ?? "" };
  return {
    person: person && { ...person, code: ticketCode(ctx, seat), address },
    qr: person && qrPicture(address),
    start_date: run.startDate,
    end_date: run.endDate,
    days: run.days,
    delivery: run.delivery,
    venue_eng: run.venueEng,
    venue_ar: run.venueAr,
    address_eng: run.addressEng,
    address_ar: run.addressAr,
    doors_open: run.doorsOpen,
    bring_eng: run.bringEng,
    bring_ar: run.bringAr,
    sessions: sessions.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
    times: sessionLines(sessions, ctx.locale),
    links: isOnline ? joiningLinks(sessions, ctx.locale) : [],
    map_url: isOnline ? null : venueMapUrl({ venue_eng: run.venueEng, address_eng: run.addressEng }),
  };
}

/** Condition: confirmed seats of the same order and run. */
const isSameBookingSql = ({ orderId, runId }: Ticket["seat"]) =>
  and(eq(enrolments.orderId, orderId), eq(enrolments.runId, runId), eq(enrolments.state, "confirmed"));

/** Reads the page of a ticket, for anyone who has its link. Throws NotFound, RateLimited. */
export async function readTicket(ctx: Ctx, token: string): Promise<TicketView> {
  const ticket = await openTicket(ctx, token);
  const { seat, run, course, state } = ticket;
  const endedAt = state === "run-cancelled" ? run.cancelledAt : state === "cancelled" ? seat.endedAt : null;
  return {
    state,
    course: {
      name_eng: course.nameEng,
      name_ar: course.nameAr,
      slug: course.slug,
      run_id: run.id,
      image: darkCover(course.image),
    },
    order_id: seat.orderId,
    enrolment_id: seat.id,
    has_beside: (await ctx.db.$count(enrolments, isSameBookingSql(seat))) > 1,
    on: state === "unpaid" ? await readDueDate(ctx, seat.orderId) : endedAt && riyadhDate(endedAt),
    seat: state === "valid" || state === "unnamed" ? await readSeatView(ctx, ticket) : null,
  };
}

/** Builds a calendar file of the sessions of a valid ticket. Throws NotFound, RateLimited. */
export async function ticketCalendar(ctx: Ctx, token: string): Promise<{ text: string; filename: string }> {
  const { seat, state } = await openTicket(ctx, token);
  if (state !== "valid") throw new NotFound(m.tickets_unknown({}, { locale: ctx.locale }));
  const text = await runCalendarFile(ctx, seat.orderId, seat.runId, ctx.locale);
  return { text, filename: `course-${seat.runId}.ics` };
}

/**
 * Lists the tickets of the same order and run, sorted by seat. For the buyer only, because a ticket shows only its own
 * attendee. Throws Unauthenticated, NotFound.
 */
export async function listOrderTickets(ctx: Ctx, { token }: { token: string }): Promise<OrderTicket[]> {
  const viewer = requireViewer(ctx);
  const ticket = await findTicket(ctx, token);
  const notFound = () => new NotFound(m.tickets_unknown({}, { locale: ctx.locale }));
  if (!ticket) throw notFound();
  const { id, attendeeName: name, attendeeEmail, orderId, seat } = enrolments;
  const seats = await ctx.db
    .select({ id, name, attendeeEmail })
    .from(enrolments)
    .innerJoin(orders, and(eq(orders.id, orderId), eq(orders.userId, viewer.id)))
    .where(isSameBookingSql(ticket.seat))
    .orderBy(seat);
  if (seats.length === 0) throw notFound();
  return seats.map(({ name, ...ticketSeat }) => ({ name, token: ticketToken(ctx, ticketSeat) }));
}

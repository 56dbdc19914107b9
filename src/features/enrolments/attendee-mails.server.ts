import { and, eq, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#features/accounts/tables.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { mailedRun, mailedRunToJoin } from "#features/schedule/mailed-run.server.ts";
import { listJoinableSessions, listSessions } from "#features/schedule/sessions.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { isChosenSeat, type SeatChoice } from "./seats.server.ts";
import { enrolments } from "./tables.server.ts";

/** In the language of each person's account, else of the order. */
async function queueSeatMails(
  ctx: Ctx,
  template: "attendee-place" | "attendee-returned",
  where: SQL | undefined,
): Promise<void> {
  const buyers = alias(users, "buyer");
  const account = alias(users, "account");
  const isGuest = or(isNull(enrolments.userId), ne(enrolments.userId, orders.userId));
  const { id, orderId, runId } = enrolments;
  const places = await ctx.db
    .select({
      place: {
        id,
        orderId,
        runId,
        state: enrolments.state,
        name: sql<string>`${enrolments.attendeeName}`,
        email: sql<string>`${enrolments.attendeeEmail}`,
        scfhsNumber: sql<string>`${enrolments.scfhsNumber}`,
      },
      line: orderLines,
      run: courseRuns,
      buyer: buyers.name,
      locale: sql<Locale>`coalesce(${account.locale}, ${orders.locale})`,
    })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.userId))
    .leftJoin(account, eq(account.id, enrolments.userId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .where(and(where, isNotNull(enrolments.attendeeEmail), isGuest, ne(enrolments.attendeeEmail, buyers.email)))
    .orderBy(orderLines.id, enrolments.seat);
  const runIds = places.map(({ run }) => run.id);
  const times = await listSessions(ctx, runIds);
  const joinable = await listJoinableSessions(ctx, runIds);
  for (const { place, line, run, buyer, locale } of places) {
    const { id, orderId, runId, name, email, scfhsNumber } = place;
    const joins = template === "attendee-place" && place.state === "confirmed";
    const itsRun = joins ? mailedRunToJoin(run, joinable.get(runId)) : mailedRun(run, times.get(runId));
    const course = { name_eng: line.nameEng, name_ar: line.nameAr, ...itsRun };
    const courseUrl = `${ctx.env.BASE_URL}${localePath(`/courses/${line.slug}?run=${runId}`, locale)}`;
    const props = { orderId, runId, name, buyer, scfhsNumber, course, courseUrl };
    await queueMail(ctx, { key: `${template}:enrolment-${id}`, to: email, locale, template, props });
  }
}

/** Queues the mail to each attendee of a paid order but its buyer, once per seat, in the open transaction. */
export async function queueAttendeeMails(
  ctx: Ctx,
  orderId: number,
  seats?: { runId: number; seat: number }[],
): Promise<void> {
  const named = seats?.map(({ runId, seat }) => and(eq(enrolments.runId, runId), eq(enrolments.seat, seat)));
  await queueSeatMails(ctx, "attendee-place", and(eq(enrolments.orderId, orderId), named && or(...named)));
}

/**
 * Mails each person but the buyer that their place is gone, once per place; runs cancelled as a whole have their own
 * mails. Call it before the seats are released, in the same transaction. `chosen` null: all.
 */
export async function queueSeatCancelledMails(ctx: Ctx, orderId: number, chosen: SeatChoice | null): Promise<void> {
  const isBooked = and(eq(enrolments.orderId, orderId), eq(enrolments.state, "confirmed"));
  await queueSeatMails(ctx, "attendee-returned", and(isBooked, isNull(courseRuns.cancelledAt), isChosenSeat(chosen)));
}

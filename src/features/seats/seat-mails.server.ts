import { attendeePath } from "#features/catalogue/schedule/private-runs.server.ts";
import { and, eq, isNotNull, isNull, or, sql, type SQL, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#features/people/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { mailedRun, mailedRunToJoin } from "#features/catalogue/schedule/mailed-run.server.ts";
import { listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { MailTemplates } from "#platform/mail/templates.server.ts";
import { ticketUrl } from "./tickets.server.ts";
import type { AttendeeMailProps } from "./attendee-emails.server.tsx";
import { enrolments } from "./tables.server.ts";
import { isChosenSeatSql, type SeatChoice } from "./seats.server.ts";

const buyers = alias(users, "buyer");
/** Alias of the accounts table for the account of an attendee, joined with `isSeatAccountSql`. */
export const account = alias(users, "account");
/**
 * Joins the account of a seat, else the account with the attendee's address. The address of that account may be
 * unconfirmed, so use it for the language only.
 */
export const isSeatAccountSql = or(
  eq(account.id, enrolments.userId),
  and(isNull(enrolments.userId), eq(account.email, enrolments.attendeeEmail)),
);

/**
 * Language of emails to an attendee: that of the page on which they claimed the seat, else that of their account, else
 * that of the order.
 */
export const seatLocaleSql = sql<Locale>`coalesce(${enrolments.attendeeLocale}, ${account.locale}, ${orders.locale})`;

/** Names of all email templates for attendees. */
type SeatMail = {
  [Name in keyof MailTemplates]: MailTemplates[Name] extends AttendeeMailProps ? Name : never;
}[keyof MailTemplates];

/**
 * Queues an email to the attendee of each seat that `where` selects, in the open transaction. Each template is sent
 * once per seat; another value of `again` sends it once more. Seats without an attendee get none. The template
 * `attendee-place` says that the seat is theirs, with joining links and ticket once it is confirmed. The other
 * templates say that they lost the seat, for `reason`, or ask for their SCFHS number. `where` may refer to `buyers`.
 */
export async function queueSeatMails(
  ctx: Ctx,
  template: SeatMail,
  where: SQL | undefined,
  { isFree = false, isPaid = false, again = "", reason = "", givenTo = "" } = {},
): Promise<void> {
  const { id, orderId, runId, state, attendeeName, attendeeEmail, scfhsNumber } = enrolments;
  const seats = await ctx.db
    .select({
      seat: { id, orderId, runId, state, attendeeEmail, userId: enrolments.userId },
      name: sql<string>`${attendeeName}`,
      email: sql<string>`${attendeeEmail}`,
      scfhsNumber: sql<string>`${scfhsNumber}`,
      line: orderLines,
      run: courseRuns,
      buyer: buyers.name,
      locale: seatLocaleSql,
    })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, orderId))
    .innerJoin(buyers, eq(buyers.id, orders.userId))
    .leftJoin(account, isSeatAccountSql)
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(and(where, isNotNull(attendeeEmail)))
    .orderBy(orderLines.id, enrolments.seat);
  const runIds = seats.map(({ run }) => run.id);
  const sessions = await listJoinableSessions(ctx, runIds);
  for (const { seat, name, email, scfhsNumber, line, run, locale, buyer: buyerName } of seats) {
    const { id, orderId, runId, userId } = seat;
    const joins = template === "attendee-place" && seat.state === "confirmed";
    const runDetails = (joins ? mailedRunToJoin : mailedRun)(run, sessions.get(runId));
    const course = { name_eng: line.nameEng, name_ar: line.nameAr, ...runDetails };
    const courseUrl = `${ctx.env.BASE_URL}${localePath(attendeePath(run, line.slug), locale)}`;
    const buyer = isFree ? "" : buyerName;
    const accountUrl = userId === null ? null : `${ctx.env.BASE_URL}${localePath("/profile", locale)}`;
    const optionalProps = {
      ...(isFree && { isFree }),
      ...(run.endDate < riyadhDate(ctx.now()) && { isOver: true }),
      ...(reason && { reason }),
      ...(givenTo && { givenTo }),
      ...(isPaid && { isPaid }),
      ...(joins && { ticketUrl: ticketUrl(ctx, seat, locale) }),
    };
    const props = { orderId, runId, name, buyer, scfhsNumber, course, courseUrl, accountUrl, ...optionalProps };
    // The key contains the seat's id, not its attendee, so that a corrected name sends no second email.
    await queueMail(ctx, {
      key: `${template}:enrolment-${id}${again && `:${again}`}`,
      to: email,
      locale,
      template,
      props,
    });
  }
}

/** Condition that leaves out seats on which the buyer sits. */
const whereGuests = (where: SQL | undefined) =>
  and(
    where,
    or(isNull(enrolments.userId), ne(enrolments.userId, orders.userId)),
    ne(enrolments.attendeeEmail, buyers.email),
  );

/** Queues the email to each attendee of a paid order except the buyer, once per seat, in the open transaction. */
export async function queueAttendeeMails(
  ctx: Ctx,
  orderId: number,
  seats?: { runId: number; seat: number }[],
): Promise<void> {
  const chosenSeats = seats?.map(({ runId, seat }) => and(eq(enrolments.runId, runId), eq(enrolments.seat, seat)));
  await queueSeatMails(
    ctx,
    "attendee-place",
    whereGuests(and(eq(enrolments.orderId, orderId), chosenSeats && or(...chosenSeats))),
  );
}

/**
 * Emails each attendee except the buyer that they lost their seat, once per seat. Leaves out cancelled runs, which have
 * their own emails. Call this before the seats are released, in the same transaction. `chosen` null means all seats.
 */
export async function queueSeatCancelledMails(ctx: Ctx, orderId: number, chosen: SeatChoice | null): Promise<void> {
  const isBooked = and(eq(enrolments.orderId, orderId), eq(enrolments.state, "confirmed"));
  const isLost = and(isBooked, isNull(courseRuns.cancelledAt), isChosenSeatSql(chosen));
  await queueSeatMails(ctx, "attendee-returned", whereGuests(isLost));
}

import { and, asc, eq, gte, isNotNull, isNull, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { mailedRunToJoin } from "#features/catalogue/schedule/mailed-run.server.ts";
import { listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { account, isSeatAccountSql, seatLocaleSql } from "#features/seats/seat-mails.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { ticketUrl } from "#features/seats/tickets.server.ts";
import { users } from "#features/people/tables.server.ts";
import { dayMs, addDays, riyadhDate, riyadhInstant, startOfRiyadhDay } from "#i18n/dates.ts";
import { localePath } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { logFailure } from "#platform/log.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";

type Run = typeof courseRuns.$inferSelect;

/** Start in Riyadh that is assumed for a run whose times are not confirmed. */
const usualStart = "09:00";

/** How long after its due time a reminder may still be sent. */
const maxDelayMs = dayMs;

const reminders = [
  { template: "reminder-week", daysBefore: 7 },
  { template: "reminder-day", daysBefore: 1 },
] as const;

interface DueReminder {
  template: (typeof reminders)[number]["template"];
  run: Run;
  /** When the reminder is due. Someone who got the seat later has the same information in their confirmation. */
  dueAt: Date;
}

/** Lists the reminders that are due now, of runs that are not cancelled. */
async function listDueReminders(ctx: Ctx): Promise<DueReminder[]> {
  const now = ctx.now();
  const today = riyadhDate(now);
  const { startDate, cancelledAt, saleStoppedAt } = courseRuns;
  const runs = await ctx.db
    .select()
    .from(courseRuns)
    // While a cancellation waits for approval, people get no other emails about the run.
    .where(and(isNull(cancelledAt), isNull(saleStoppedAt), gte(startDate, today), lte(startDate, addDays(today, 8))))
    .orderBy(asc(startDate), asc(courseRuns.id));
  const sessions = await listJoinableSessions(
    ctx,
    runs.map(({ id }) => id),
  );
  return runs.flatMap((run) => {
    const [first] = sessions.get(run.id) ?? [];
    const startsAt = first ? new Date(first.starts_at) : riyadhInstant(run.startDate, usualStart);
    return reminders.flatMap(({ template, daysBefore }) => {
      const dueAt = new Date(startsAt.getTime() - daysBefore * dayMs);
      // The reminder says "tomorrow", so it must not be sent on the day itself.
      const endsAt = Math.min(dueAt.getTime() + maxDelayMs, startOfRiyadhDay(run.startDate).getTime());
      return dueAt <= now && now.getTime() < endsAt ? [{ template, run, dueAt }] : [];
    });
  });
}

/** Key of a reminder in the outbox: one per seat and first day, so that a moved run gets its reminders again. */
const getMailKey = ({ template, run }: DueReminder, seatId: number) =>
  `${template}:enrolment-${seatId}:${run.startDate}`;

const buyers = alias(users, "buyer");

/**
 * Queues a reminder for each confirmed seat that has an attendee and does not have this email yet, in the open
 * transaction. It locks the seats, so it waits for a cancellation in progress.
 */
async function queueReminders(ctx: Ctx, due: DueReminder): Promise<void> {
  const { template, run, dueAt } = due;
  const { id, orderId, attendeeName, attendeeEmail, scfhsNumber, userId, confirmedAt } = enrolments;
  const key = sql<string>`${`${template}:enrolment-`}::text || ${id} || ${`:${run.startDate}`}::text`;
  const mailed = ctx.db.select({ id: outboxMails.id }).from(outboxMails).where(eq(outboxMails.key, key));
  const seats = await ctx.db
    .select({
      seat: { id, orderId, attendeeEmail, userId },
      name: sql<string>`${attendeeName}`,
      email: sql<string>`${attendeeEmail}`,
      scfhsNumber: sql<string>`${scfhsNumber}`,
      line: orderLines,
      buyer: { id: buyers.id, name: buyers.name, email: buyers.email },
      locale: seatLocaleSql,
    })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, orderId))
    .innerJoin(buyers, eq(buyers.id, orders.userId))
    .leftJoin(account, isSeatAccountSql)
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .where(
      and(
        eq(enrolments.runId, run.id),
        eq(enrolments.state, "confirmed"),
        isNotNull(attendeeEmail),
        lte(confirmedAt, dueAt),
        notExists(mailed),
      ),
    )
    .orderBy(id)
    .for("share", { of: enrolments });
  if (seats.length === 0) return;
  const sessions = (await listJoinableSessions(ctx, [run.id])).get(run.id);
  for (const { seat, name, email, scfhsNumber, line, buyer, locale } of seats) {
    const isOwn = seat.userId === buyer.id || email === buyer.email.toLowerCase();
    const isFree = line.unitPriceHalalas === 0;
    const course = { name_eng: line.nameEng, name_ar: line.nameAr, ...mailedRunToJoin(run, sessions) };
    await queueMail(ctx, {
      key: getMailKey(due, seat.id),
      to: email,
      locale,
      template,
      props: {
        orderId: seat.orderId,
        runId: run.id,
        name,
        scfhsNumber,
        buyer: isFree ? "" : isOwn ? null : buyer.name,
        course,
        ticketUrl: ticketUrl(ctx, seat, locale),
        detailsUrl: seat.userId === null ? null : `${ctx.env.BASE_URL}${localePath("/profile", locale)}`,
      },
    });
  }
}

/**
 * Job: sends reminders to everyone with a seat, seven days and one day before the first session. Someone who got the
 * seat after the due time gets none, because the confirmation has the same information. Reminders that are more than a
 * day late are skipped. The outbox refuses a second reminder per seat and first day, so several processes can run the
 * job. A failure in one run does not stop the others.
 */
export async function sendReminders(ctx: Ctx): Promise<void> {
  for (const due of await listDueReminders(ctx)) {
    try {
      await inTransaction(ctx, (ctx) => queueReminders(ctx, due));
    } catch (error) {
      logFailure(ctx.log, "error", error, { run: due.run.id, text: `${due.template} failed` });
    }
  }
}

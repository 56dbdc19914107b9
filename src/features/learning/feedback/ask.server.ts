import { and, asc, eq, exists, gte, inArray, isNotNull, isNull, lte, max, notExists, sql, type SQL } from "drizzle-orm";
import { mailedRun } from "#features/catalogue/schedule/mailed-run.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { listRunAttendance } from "#features/learning/attendance/attendance.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { account, isSeatAccountSql, seatLocaleSql } from "#features/seats/seat-mails.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { logFailure } from "#platform/log.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { feedback } from "./tables.server.ts";
import { dayMs } from "#i18n/dates.ts";

/**
 * How long after the last session feedback is requested: shorter than the outbox remembers sent emails (`mailDays`), so
 * nobody gets a second one.
 */
const daysToAsk = 28;
/** When the reminder is sent to people whose certificate waits for it. */
const daysToSecond = 7;

type Round = "first" | "second";
const keyStart = (round: Round) => `feedback-request-${round}:enrolment-`;

/** Selects the email of a seat in the outbox. */
const isMail = (round: Round) => eq(outboxMails.key, sql`${keyStart(round)}::text || ${enrolments.id}`);

/**
 * Condition on enrolments and their runs: attended at least one session, has not answered and does not have this email.
 */
function isToAsk(ctx: Ctx, round: Round): SQL | undefined {
  const whereSeat = eq(attendanceMarks.enrolmentId, enrolments.id);
  const wasThere = inArray(attendanceMarks.state, ["present", "late"]);
  const hasAnswered = and(eq(feedback.enrolmentId, enrolments.id), isNotNull(feedback.sentAt));
  const before = new Date(ctx.now().getTime() - daysToSecond * dayMs);
  const mails = (where: SQL | undefined) => ctx.db.select({ id: outboxMails.id }).from(outboxMails).where(where);
  return and(
    eq(enrolments.state, "confirmed"),
    isNotNull(enrolments.attendeeEmail),
    // While a cancellation waits for a second person, no one is notified of anything else.
    isNull(courseRuns.cancelledAt),
    isNull(courseRuns.saleStoppedAt),
    exists(ctx.db.select({ id: attendanceMarks.sessionId }).from(attendanceMarks).where(and(whereSeat, wasThere))),
    notExists(ctx.db.select({ id: feedback.enrolmentId }).from(feedback).where(hasAnswered)),
    notExists(mails(isMail(round))),
    round === "second"
      ? and(
          eq(courseRuns.feedbackRequired, true),
          exists(mails(and(isMail("first"), lte(outboxMails.createdAt, before)))),
        )
      : undefined,
  );
}

/** Lists runs whose last session has ended, with someone to ask. */
async function runsToAsk(ctx: Ctx, round: Round): Promise<number[]> {
  const now = ctx.now();
  const lastEnd = max(runSessions.endsAt);
  const rows = await ctx.db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(runSessions, eq(runSessions.runId, courseRuns.id))
    .where(
      exists(
        ctx.db
          .select({ id: enrolments.id })
          .from(enrolments)
          .where(and(eq(enrolments.runId, courseRuns.id), isToAsk(ctx, round))),
      ),
    )
    .groupBy(courseRuns.id)
    .having(and(lte(lastEnd, now), gte(lastEnd, new Date(now.getTime() - daysToAsk * dayMs))))
    .orderBy(asc(courseRuns.id));
  return rows.map(({ id }) => id);
}

/**
 * Queues the emails of a run in the open transaction. The seats are locked, so it waits for a cancellation in progress.
 */
async function askRun(ctx: Ctx, runId: number, round: Round): Promise<void> {
  const { id, attendeeName, attendeeEmail } = enrolments;
  const seats = await ctx.db
    .select({
      id,
      name: sql<string>`coalesce(${attendeeName}, '')`,
      email: sql<string>`${attendeeEmail}`,
      line: orderLines,
      run: courseRuns,
      locale: seatLocaleSql,
    })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .leftJoin(account, isSeatAccountSql)
    .where(and(eq(courseRuns.id, runId), isToAsk(ctx, round)))
    .orderBy(id)
    .for("share", { of: enrolments });
  const attendance = await listRunAttendance(ctx, runId);
  const full = new Set(attendance.flatMap((one) => (one.full ? one.enrolmentId : [])));
  for (const { id: enrolmentId, name, email, line, run, locale } of seats) {
    const isForCertificate = run.feedbackRequired && full.has(enrolmentId);
    if (round === "second" && !isForCertificate) continue;
    await queueMail(ctx, {
      key: `${keyStart(round)}${enrolmentId}`,
      to: email,
      locale,
      template: "feedback-request",
      props: {
        enrolmentId,
        email,
        name,
        course: { name_eng: line.nameEng, name_ar: line.nameAr, ...mailedRun(run) },
        isForCertificate,
        isSecond: round === "second",
      },
    });
  }
}

/**
 * Job: after the last session, emails everyone who attended at least one session the address of the five questions, in
 * their language; people who are marked later get it then. A week later it reminds those whose certificate lacks
 * nothing but the feedback. Each is sent once, however many processes run the job: the outbox refuses a second one per
 * seat. A failure of one run does not stop the others.
 */
export async function askForFeedback(ctx: Ctx): Promise<void> {
  for (const round of ["first", "second"] as const)
    for (const runId of await runsToAsk(ctx, round)) {
      try {
        await inTransaction(ctx, (ctx) => askRun(ctx, runId, round));
      } catch (error) {
        logFailure(ctx.log, "error", error, { run: runId, text: "feedback-request failed" });
      }
    }
}

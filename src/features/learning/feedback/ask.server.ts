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
 * Days after the last session in which feedback is requested. They are fewer than the days for which the outbox keeps
 * sent emails (`mailDays`), so that nobody gets the same email twice.
 */
const daysToAsk = 28;
/** Days after the first email when people whose certificate waits for feedback get a reminder. */
const daysToSecond = 7;

type Round = "first" | "second";
const getKeyPrefix = (round: Round) => `feedback-request-${round}:enrolment-`;

/** Condition on the outbox: the email of this round to a seat. */
const isRequestMail = (round: Round) => eq(outboxMails.key, sql`${getKeyPrefix(round)}::text || ${enrolments.id}`);

/**
 * Condition on enrolments and their runs: the attendee was at a session, has not given feedback, and did not get the
 * email of this round. For the second round, the run requires feedback and the first email is a week old as well.
 */
function needsRequest(ctx: Ctx, round: Round): SQL | undefined {
  const whereSeat = eq(attendanceMarks.enrolmentId, enrolments.id);
  const hasAttended = inArray(attendanceMarks.state, ["present", "late"]);
  const hasAnswered = and(eq(feedback.enrolmentId, enrolments.id), isNotNull(feedback.sentAt));
  const before = new Date(ctx.now().getTime() - daysToSecond * dayMs);
  const mails = (where: SQL | undefined) => ctx.db.select({ id: outboxMails.id }).from(outboxMails).where(where);
  return and(
    eq(enrolments.state, "confirmed"),
    isNotNull(enrolments.attendeeEmail),
    // While a cancellation waits for approval, people get no other emails about the run.
    isNull(courseRuns.cancelledAt),
    isNull(courseRuns.saleStoppedAt),
    exists(ctx.db.select({ id: attendanceMarks.sessionId }).from(attendanceMarks).where(and(whereSeat, hasAttended))),
    notExists(ctx.db.select({ id: feedback.enrolmentId }).from(feedback).where(hasAnswered)),
    notExists(mails(isRequestMail(round))),
    round === "second"
      ? and(
          eq(courseRuns.feedbackRequired, true),
          exists(mails(and(isRequestMail("first"), lte(outboxMails.createdAt, before)))),
        )
      : undefined,
  );
}

/** Lists runs whose last session has ended and that have someone who needs the email. */
async function listRunsToAsk(ctx: Ctx, round: Round): Promise<number[]> {
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
          .where(and(eq(enrolments.runId, courseRuns.id), needsRequest(ctx, round))),
      ),
    )
    .groupBy(courseRuns.id)
    .having(and(lte(lastEnd, now), gte(lastEnd, new Date(now.getTime() - daysToAsk * dayMs))))
    .orderBy(asc(courseRuns.id));
  return rows.map(({ id }) => id);
}

/**
 * Queues the emails of a run in the open transaction. It locks the seats, so it waits for a cancellation in progress.
 */
async function queueRequests(ctx: Ctx, runId: number, round: Round): Promise<void> {
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
    .where(and(eq(courseRuns.id, runId), needsRequest(ctx, round)))
    .orderBy(id)
    .for("share", { of: enrolments });
  const attendance = await listRunAttendance(ctx, runId);
  const withFullAttendance = new Set(attendance.flatMap(({ full, enrolmentId }) => (full ? enrolmentId : [])));
  for (const { id: enrolmentId, name, email, line, run, locale } of seats) {
    const isForCertificate = run.feedbackRequired && withFullAttendance.has(enrolmentId);
    if (round === "second" && !isForCertificate) continue;
    await queueMail(ctx, {
      key: `${getKeyPrefix(round)}${enrolmentId}`,
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
 * Job: after the last session of a run, emails a link to the five questions to everyone who attended at least one
 * session. People who are marked later get it then. A week later it reminds those with full attendance whose
 * certificate requires feedback. The outbox refuses a second email per seat and round, so several processes can run the
 * job. A failure in one run does not stop the others.
 */
export async function askForFeedback(ctx: Ctx): Promise<void> {
  for (const round of ["first", "second"] as const)
    for (const runId of await listRunsToAsk(ctx, round)) {
      try {
        await inTransaction(ctx, (ctx) => queueRequests(ctx, runId, round));
      } catch (error) {
        logFailure(ctx.log, "error", error, { run: runId, text: "feedback-request failed" });
      }
    }
}

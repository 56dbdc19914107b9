import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { listJoinableSessions, readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { datesOf, type Session } from "#features/catalogue/schedule/sessions.ts";
import { venueMapUrl } from "#features/catalogue/schedule/mail-course.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { isFullAttendance } from "#features/learning/attendance/attendance.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { recordOf } from "#features/learning/cpd/record.server.ts";
import { yearOf } from "#features/learning/cpd/record.ts";
import { feedbackPath } from "#features/learning/feedback/feedback.server.ts";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { certificateLinks } from "#features/learning/certificates/links.server.ts";
import { gapsOfPerson, isOfPerson, namesInBoth } from "#features/learning/certificates/certificate-rules.ts";
import { certificateHolds } from "#features/learning/certificates/tables.server.ts";
import { certificatesOfPerson } from "#features/learning/certificates/own-certificates.server.ts";
import { ticketToken } from "#features/seats/tickets.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { movableUntil, policySteps } from "#features/catalogue/schedule/change-policy.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { dayMs, riyadhDate } from "#i18n/dates.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";

/** Confirmed seats that the caller sits on, or has bought, with their runs. */
async function seatsOf(ctx: Ctx, viewerId: string) {
  // Anyone can register with anyone's address.
  const confirmed = ctx.db
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, viewerId), eq(users.emailVerified, true)));
  const isMine = or(eq(enrolments.userId, viewerId), inArray(enrolments.attendeeEmail, confirmed));
  return ctx.db
    .select({
      seat: enrolments,
      run: courseRuns,
      course: courses,
      isMine: sql<boolean>`coalesce(${isMine}, false)`,
      isBought: sql<boolean>`${orders.userId} = ${viewerId}`,
      policy: orderLines.changePolicy,
      movedFromId: orderLines.movedFromId,
    })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(
      and(eq(enrolments.state, "confirmed"), isNull(courseRuns.cancelledAt), or(isMine, eq(orders.userId, viewerId))),
    )
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id), asc(enrolments.seat), asc(enrolments.id));
}

/** How many sessions each of these seats attended, of those of its run that are marked at all. */
async function attendanceOf(ctx: Ctx, seatIds: number[]) {
  const { enrolmentId, sessionId, state, lateMinutes } = attendanceMarks;
  const rows = await ctx.db
    .select({ enrolmentId, sessionId, state, lateMinutes })
    .from(attendanceMarks)
    .where(inArray(enrolmentId, seatIds));
  return Map.groupBy(rows, (row) => row.enrolmentId);
}

/** Ids of the sessions by run. */
async function sessionIdsOf(ctx: Ctx, runIds: number[]) {
  const { id, runId } = runSessions;
  const rows = await ctx.db.select({ id, runId }).from(runSessions).where(inArray(runId, runIds));
  return Map.groupBy(rows, (row) => row.runId);
}

/** The session that is on or begins within a day: which of the run's days it is. */
function sessionOfToday(ctx: Ctx, sessions: readonly Session[]) {
  const now = ctx.now().getTime();
  const next = sessions.find(({ startsAt, endsAt }) => endsAt.getTime() > now && startsAt.getTime() < now + dayMs);
  if (!next) return null;
  const days = datesOf(sessions);
  const date = riyadhDate(next.startsAt);
  return { date, is_today: date === riyadhDate(ctx.now()), day: days.indexOf(date) + 1, days: days.length };
}

/**
 * What the caller learns and has bought: each run once, in the order of their days, with what can be done about it, and
 * this year's CME hours. Throws Unauthenticated.
 */
export async function listMyCourses(ctx: Ctx) {
  const { id: viewerId } = requireViewer(ctx);
  const rows = await seatsOf(ctx, viewerId);
  const runIds = [...new Set(rows.map(({ run }) => run.id))];
  const sessions = await readSessions(ctx, runIds);
  const joinable = await listJoinableSessions(ctx, runIds);
  const issued = await certificatesOfPerson(ctx, { userId: viewerId });
  const certificates = issued.filter(({ state }) => state === "valid");
  const [account] = await ctx.db.select().from(users).where(eq(users.id, viewerId));
  const holds = await ctx.db.select().from(certificateHolds).where(inArray(certificateHolds.runId, runIds));
  const ownSeats = rows.filter(({ isMine }) => isMine).map(({ seat }) => seat.id);
  const marks = await attendanceOf(ctx, ownSeats);
  const sessionIds = await sessionIdsOf(ctx, runIds);
  const sent = await ctx.db
    .select({ id: feedback.enrolmentId, sentAt: feedback.sentAt })
    .from(feedback)
    .where(inArray(feedback.enrolmentId, ownSeats));
  const givenFor = new Set(sent.filter(({ sentAt }) => sentAt !== null).map(({ id }) => id));
  const today = riyadhDate(ctx.now());
  const found = [...Map.groupBy(rows, ({ run }) => run.id).values()].flatMap((seats) => {
    const [first] = seats;
    if (!first) return [];
    const { run, course } = first;
    const mine = seats.find(({ isMine }) => isMine)?.seat ?? null;
    const bought = seats.filter(({ isBought }) => isBought);
    const steps = bought.map(({ policy, movedFromId }) => policySteps(policy, run.startDate, movedFromId !== null));
    const lastEnd = sessions.get(run.id)?.at(-1)?.endsAt;
    const isOver = lastEnd ? lastEnd <= ctx.now() : run.endDate < today;
    const attended = (seatId: number) => {
      const own = marks.get(seatId) ?? [];
      const ids = (sessionIds.get(run.id) ?? []).map(({ id }) => id);
      if (own.length === 0) return null;
      const here = own.filter(({ state }) => state === "present" || state === "late").length;
      return { sessions: ids.length, attended: here, full: isFullAttendance(ids, own, run.lateMinutesAllowed) };
    };
    /** What stands against a certificate. */
    const gapsOf = (seat: typeof enrolments.$inferSelect) => {
      const ids = (sessionIds.get(run.id) ?? []).map(({ id }) => id);
      const noted = marks.get(seat.id) ?? [];
      const isHeld = holds.some((one) => one.runId === run.id && [null, seat.id].includes(one.enrolmentId));
      const isAccredited = run.accreditationStatus === "accredited";
      return gapsOfPerson(
        { isAccredited, asksFeedback: run.feedbackRequired },
        {
          ...namesInBoth(seat.attendeeName, seat.attendeeNameOther ?? account?.nameOther ?? null),
          isHeld,
          unmarked: Math.max(0, ids.length - noted.length),
          isFull: isFullAttendance(ids, noted, run.lateMinutesAllowed),
          scfhsNumber: seat.scfhsNumber || (account?.scfhsNumber ?? ""),
          hasFeedback: givenFor.has(seat.id),
        },
      );
    };
    /** Why there is no certificate; null while nothing stands against it, or nothing was marked. */
    const missing = (seat: typeof enrolments.$inferSelect) => {
      const revoked = issued.some(({ enrolmentId, state }) => enrolmentId === seat.id && state === "revoked");
      if (revoked) return "revoked" as const;
      return (marks.get(seat.id) ?? []).length === 0 ? null : (gapsOf(seat)[0] ?? null);
    };
    // What others learn stands with their orders.
    if (isOver && !mine) return [];
    const [ticketed] = mine ? [mine] : bought.flatMap(({ seat }) => (seat.attendeeName === null ? [] : seat));
    const certificate = mine && certificates.find(({ enrolmentId }) => enrolmentId === mine.id);
    // As the mail asks: who was at one session at least, or is not marked yet.
    const wasThere = attended(mine?.id ?? 0)?.attended !== 0;
    const canAnswer = mine?.attendeeEmail && isOver && wasThere && !givenFor.has(mine.id);
    return [
      {
        run,
        course,
        isOver,
        attends: mine !== null,
        sessions: mine ? (joinable.get(run.id) ?? []) : [],
        today: isOver ? null : sessionOfToday(ctx, sessions.get(run.id) ?? []),
        mapUrl: venueMapUrl({ venue_eng: run.venueEng, address_eng: run.addressEng }),
        orderIds: [...new Set(bought.map(({ seat }) => seat.orderId))],
        movableUntil: steps.map((of) => movableUntil(of, today)).find((day) => day !== null) ?? null,
        seats: seats.length,
        others: bought.flatMap(({ seat, isMine }) => (isMine || !seat.attendeeName ? [] : [seat.attendeeName])),
        unnamed: bought.filter(({ seat }) => seat.attendeeName === null).length,
        ticket: !isOver && ticketed ? `/ticket/${ticketToken(ctx, ticketed)}` : null,
        tickets: mine && bought.length === 0 ? 1 : bought.filter(({ seat }) => seat.attendeeName !== null).length,
        attendance: mine && isOver ? attended(mine.id) : null,
        certificate: certificate ? certificate.number : null,
        missing: mine && isOver && !certificate ? missing(mine) : null,
        needed: mine && !isOver ? gapsOf(mine).filter(isOfPerson) : [],
        certificateLinks: certificate ? certificateLinks(ctx, certificate) : null,
        feedback: canAnswer
          ? {
              path: feedbackPath(ctx, { enrolmentId: mine.id, email: mine.attendeeEmail ?? "" }),
              required: run.feedbackRequired,
            }
          : null,
      },
    ];
  });
  const year = yearOf(today);
  const { verified } = await recordOf(ctx, viewerId);
  const attended = verified
    .filter(({ endDate }) => yearOf(endDate) === year)
    .reduce((sum, { hours }) => sum + hours, 0);
  const booked = found
    .filter(({ run, attends, isOver }) => attends && !isOver && run.accreditationStatus === "accredited")
    .filter(({ run }) => yearOf(run.endDate) === year)
    .reduce((sum, { run }) => sum + Number(run.hours), 0);
  return { year, attended, booked, courses: found };
}

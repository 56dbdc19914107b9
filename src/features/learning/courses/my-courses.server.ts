import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { listJoinableSessions, readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { toSessionDates, type Session } from "#features/catalogue/schedule/sessions.ts";
import { venueMapUrl } from "#features/catalogue/schedule/mail-course.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { readRecord } from "#features/learning/cpd/record.server.ts";
import { getYear } from "#features/learning/cpd/record.ts";
import { feedbackPath } from "#features/learning/feedback/feedback.server.ts";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { certificateLinks } from "#features/learning/certificates/links.server.ts";
import { isPersonalGap } from "#features/learning/certificates/certificate-rules.ts";
import { certificateHolds } from "#features/learning/certificates/tables.server.ts";
import { listPersonCertificates } from "#features/learning/certificates/own-certificates.server.ts";
import { ticketToken } from "#features/seats/tickets.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { movableUntil, policySteps } from "#features/catalogue/schedule/change-policy.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { dayMs, riyadhDate } from "#i18n/dates.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { countAttendedSessions, findCertificateGaps, findCertificateObstacle, type OwnSeat } from "./my-course.ts";

type Seat = typeof enrolments.$inferSelect;

/** Lists confirmed seats that the caller has or has bought, with their runs. */
async function readSeats(ctx: Ctx, viewerId: string) {
  // Only a confirmed address counts, because anyone can register with anyone's address.
  const confirmedAddress = ctx.db
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, viewerId), eq(users.emailVerified, true)));
  const isMine = or(eq(enrolments.userId, viewerId), inArray(enrolments.attendeeEmail, confirmedAddress));
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

type SeatRow = Awaited<ReturnType<typeof readSeats>>[number];

/** Reads the sessions, certificates, marks and feedback of these seats and their runs. */
async function readSeatData(ctx: Ctx, viewerId: string, rows: readonly SeatRow[]) {
  const runIds = [...new Set(rows.map(({ run }) => run.id))];
  const ownSeatIds = rows.filter(({ isMine }) => isMine).map(({ seat }) => seat.id);
  const sessions = await readSessions(ctx, runIds);
  const joinable = await listJoinableSessions(ctx, runIds);
  const issued = await listPersonCertificates(ctx, { userId: viewerId });
  const [account] = await ctx.db.select().from(users).where(eq(users.id, viewerId));
  const holds = await ctx.db.select().from(certificateHolds).where(inArray(certificateHolds.runId, runIds));
  const marks = await ctx.db.select().from(attendanceMarks).where(inArray(attendanceMarks.enrolmentId, ownSeatIds));
  const answers = await ctx.db
    .select({ enrolmentId: feedback.enrolmentId })
    .from(feedback)
    .where(and(inArray(feedback.enrolmentId, ownSeatIds), isNotNull(feedback.sentAt)));
  return {
    sessions,
    joinable,
    issued,
    account,
    holds,
    marks: Map.groupBy(marks, ({ enrolmentId }) => enrolmentId),
    seatsWithFeedback: new Set(answers.map(({ enrolmentId }) => enrolmentId)),
  };
}

type SeatData = Awaited<ReturnType<typeof readSeatData>>;

/** Finds the session that is in progress or begins within a day. Returns its date and its day number in the run. */
function findTodaySession(ctx: Ctx, sessions: readonly Session[]) {
  const now = ctx.now().getTime();
  const next = sessions.find(({ startsAt, endsAt }) => endsAt.getTime() > now && startsAt.getTime() < now + dayMs);
  if (!next) return null;
  const days = toSessionDates(sessions);
  const date = riyadhDate(next.startsAt);
  return { date, is_today: date === riyadhDate(ctx.now()), day: days.indexOf(date) + 1, days: days.length };
}

/** Collects what the certificate of the caller's own seat depends on. */
function toOwnSeat(
  { seat, run }: SeatRow,
  { account, seatsWithFeedback, holds, issued, marks, sessions }: SeatData,
): OwnSeat {
  return {
    sessionIds: (sessions.get(run.id) ?? []).flatMap(({ id }) => id ?? []),
    marks: marks.get(seat.id) ?? [],
    name: seat.attendeeName,
    nameOther: seat.attendeeNameOther ?? account?.nameOther ?? null,
    scfhsNumber: seat.scfhsNumber || (account?.scfhsNumber ?? ""),
    isHeld: holds.some(({ runId, enrolmentId }) => runId === run.id && [null, seat.id].includes(enrolmentId)),
    isRevoked: issued.some(({ enrolmentId, state }) => enrolmentId === seat.id && state === "revoked"),
    hasFeedback: seatsWithFeedback.has(seat.id),
  };
}

/** Builds the part of a course that is about the caller's own seat: attendance, certificate and feedback. */
function buildOwnSeatView(ctx: Ctx, row: SeatRow, isOver: boolean, data: SeatData) {
  const { seat, run } = row;
  const ownSeat = toOwnSeat(row, data);
  const attendance = countAttendedSessions(run, ownSeat);
  const certificate = data.issued.find(({ enrolmentId, state }) => enrolmentId === seat.id && state === "valid");
  // Offers feedback to people who attended a session or are not marked yet. The email waits for a mark.
  const email = isOver && attendance?.attended !== 0 && !ownSeat.hasFeedback ? seat.attendeeEmail : null;
  return {
    attendance: isOver ? attendance : null,
    certificate: certificate?.number ?? null,
    certificateLinks: certificate ? certificateLinks(ctx, certificate) : null,
    missing: isOver && !certificate ? findCertificateObstacle(run, ownSeat) : null,
    needed: isOver ? [] : findCertificateGaps(run, ownSeat).filter(isPersonalGap),
    feedback: email
      ? { path: feedbackPath(ctx, { enrolmentId: seat.id, email }), required: run.feedbackRequired }
      : null,
  };
}

const noOwnSeat = {
  attendance: null,
  certificate: null,
  certificateLinks: null,
  missing: null,
  needed: [],
  feedback: null,
} satisfies ReturnType<typeof buildOwnSeatView>;

/** Builds one course of the list from the seats of its run; null for a past course that only others attended. */
function buildCourseView(ctx: Ctx, rows: readonly [SeatRow, ...SeatRow[]], data: SeatData) {
  const [{ run, course }] = rows;
  const today = riyadhDate(ctx.now());
  const sessions = data.sessions.get(run.id) ?? [];
  const lastEnd = sessions.at(-1)?.endsAt;
  const isOver = lastEnd ? lastEnd <= ctx.now() : run.endDate < today;
  const ownRow = rows.find(({ isMine }) => isMine);
  // The page of the order shows the seats of others.
  if (isOver && !ownRow) return null;
  const bought = rows.filter(({ isBought }) => isBought);
  const named = bought.filter(({ seat }) => seat.attendeeName !== null);
  const ticketSeat: Seat | undefined = ownRow?.seat ?? named[0]?.seat;
  const freeMoves = bought.map(({ policy, movedFromId }) =>
    movableUntil(policySteps(policy, run.startDate, { wasMoved: movedFromId !== null }), today),
  );
  return {
    run,
    course,
    isOver,
    attends: ownRow !== undefined,
    sessions: ownRow ? (data.joinable.get(run.id) ?? []) : [],
    today: isOver ? null : findTodaySession(ctx, sessions),
    mapUrl: venueMapUrl({ venue_eng: run.venueEng, address_eng: run.addressEng }),
    orderIds: [...new Set(bought.map(({ seat }) => seat.orderId))],
    movableUntil: freeMoves.find((day) => day !== null) ?? null,
    seats: rows.length,
    others: bought.flatMap(({ seat, isMine }) => (isMine || !seat.attendeeName ? [] : [seat.attendeeName])),
    unnamed: bought.length - named.length,
    ticket: !isOver && ticketSeat ? `/ticket/${ticketToken(ctx, ticketSeat)}` : null,
    tickets: ownRow && bought.length === 0 ? 1 : named.length,
    ...(ownRow ? buildOwnSeatView(ctx, ownRow, isOver, data) : noOwnSeat),
  };
}

/**
 * Lists the runs that the caller attends or has bought seats on, each once and by first day, and sums up this year's
 * CME hours. Throws Unauthenticated.
 */
export async function listMyCourses(ctx: Ctx) {
  const { id: viewerId } = requireViewer(ctx);
  const rows = await readSeats(ctx, viewerId);
  const data = await readSeatData(ctx, viewerId, rows);
  const courses = [...Map.groupBy(rows, ({ run }) => run.id).values()].flatMap(([first, ...others]) =>
    first ? (buildCourseView(ctx, [first, ...others], data) ?? []) : [],
  );
  const year = getYear(riyadhDate(ctx.now()));
  const { verified } = await readRecord(ctx, viewerId);
  const attended = verified
    .filter(({ endDate }) => getYear(endDate) === year)
    .reduce((sum, { hours }) => sum + hours, 0);
  const booked = courses
    .filter(({ run, attends, isOver }) => attends && !isOver && run.accreditationStatus === "accredited")
    .filter(({ run }) => getYear(run.endDate) === year)
    .reduce((sum, { run }) => sum + Number(run.hours), 0);
  return { year, attended, booked, courses };
}

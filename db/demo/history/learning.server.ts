import { randomUUID } from "node:crypto";
import { and, asc, eq, isNotNull, isNull, lt, max } from "drizzle-orm";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { markAttendance, type MarkChange } from "#features/learning/attendance/marks.server.ts";
import {
  holdCertificates,
  reissueCertificate,
  revokeCertificate,
} from "#features/learning/certificates/changes.server.ts";
import { issueCertificates } from "#features/learning/certificates/issue.server.ts";
import { readRunToDo } from "#features/learning/certificates/run-certificates.server.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { saveActivity } from "#features/learning/cpd/record.server.ts";
import { feedbackPath, sendFeedback } from "#features/learning/feedback/feedback.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { addDays, riyadhInstant } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { World } from "./world.server.ts";

const learner = "learner@example.com";

const comments = [
  "More cases from our own wards, please.",
  "",
  "The second day was a little full.",
  "",
  "مزيد من التمارين العملية لو سمحتم.",
];

/** Runs whose last session is over, the earliest first. */
async function readPastRuns({ ctx }: World) {
  const endsAt = max(runSessions.endsAt);
  const rows = await ctx.db
    .select({ id: courseRuns.id, endsAt })
    .from(courseRuns)
    .innerJoin(runSessions, eq(runSessions.runId, courseRuns.id))
    .where(isNull(courseRuns.cancelledAt))
    .groupBy(courseRuns.id)
    .having(lt(endsAt, ctx.now()))
    .orderBy(asc(endsAt));
  return rows.flatMap(({ id, endsAt }) => (endsAt ? [{ id, endsAt }] : []));
}

const hourMs = 3_600_000;
const atInstant = (ctx: Ctx, instant: number): Ctx => ({ ...ctx, now: () => new Date(instant) });

/** The mark of one attendee in one session. Most are present; the learner is never absent. */
function pickMark(seatId: number, sessionIndex: number, isLearner: boolean): MarkChange["mark"] {
  if (!isLearner && seatId % 11 === 7 && sessionIndex > 0) return { state: "absent", lateMinutes: null };
  if (!isLearner && seatId % 17 === 9 && sessionIndex === 0) return { state: "late", lateMinutes: 45 };
  if (!isLearner && seatId % 19 === 11 && sessionIndex === 0) return { state: "excused", lateMinutes: null };
  return seatId % 7 === 5 && sessionIndex === 0
    ? { state: "late", lateMinutes: 10 }
    : { state: "present", lateMinutes: null };
}

/**
 * Records attendance an hour after each course. Two people of the latest course have no mark in the last session yet.
 */
export async function seedAttendance(world: World): Promise<void> {
  const { id, runId, state, attendeeEmail } = enrolments;
  const runs = await readPastRuns(world);
  for (const { id: pastRunId, endsAt } of runs) {
    const isLatest = pastRunId === runs.at(-1)?.id;
    const seats = await world.ctx.db
      .select({ id, email: attendeeEmail })
      .from(enrolments)
      .where(and(eq(runId, pastRunId), eq(state, "confirmed"), isNotNull(attendeeEmail)))
      .orderBy(asc(id));
    const sessions = await world.ctx.db
      .select({ id: runSessions.id })
      .from(runSessions)
      .where(eq(runSessions.runId, pastRunId))
      .orderBy(asc(runSessions.startsAt));
    const unmarkedSeats = new Set(seats.filter(({ email }) => isLatest && email !== learner).slice(0, 2));
    const marks = seats.flatMap((seat) =>
      sessions.flatMap((session, sessionIndex): MarkChange[] => {
        if (unmarkedSeats.has(seat) && sessionIndex === sessions.length - 1) return [];
        const mark = pickMark(seat.id, sessionIndex, seat.email === learner);
        return [{ enrolmentId: seat.id, sessionId: session.id, mark }];
      }),
    );
    const recordedAt = Math.min(endsAt.getTime() + hourMs, world.ctx.now().getTime());
    if (marks.length > 0)
      await markAttendance(atInstant(world.asStaff("support"), recordedAt), {
        runId: pastRunId,
        key: randomUUID(),
        marks,
      });
  }
}

/**
 * Issues certificates a day after each course. One is reissued with a corrected name, one is revoked, and one of the
 * latest course is held back.
 */
export async function seedCertificates(world: World): Promise<void> {
  const training = world.asStaff("training");
  const now = world.ctx.now().getTime();
  const runs = await readPastRuns(world);
  for (const { id: runId, endsAt } of runs) {
    const ctx = atInstant(training, endsAt.getTime() + 24 * hourMs);
    if (ctx.now().getTime() > now || (await readRunToDo(ctx, { runId })).certificates === 0) continue;
    await issueCertificates(ctx, { runId });
  }
  const issued = await world.ctx.db
    .select({ certificate: certificates, email: enrolments.attendeeEmail })
    .from(certificates)
    .innerJoin(enrolments, eq(enrolments.id, certificates.enrolmentId))
    .orderBy(asc(certificates.id));
  const learnerRunId = issued.findLast(({ email }) => email === learner)?.certificate.runId;
  const [misspelt, wrong] = issued.flatMap(({ certificate, email }) =>
    certificate.runId === learnerRunId && email !== learner && certificate.holder
      ? [{ ...certificate, holder: certificate.holder }]
      : [],
  );
  if (misspelt) {
    const ctx = atInstant(training, misspelt.issuedAt.getTime() + 26 * hourMs);
    const { nameEng, nameAr } = misspelt.holder;
    const [firstName = "", ...rest] = nameEng.split(" ");
    const corrected = [firstName, "M.", ...rest].join(" ");
    await reissueCertificate(ctx, { id: misspelt.id, nameEng: corrected, nameAr, reason: "Name as on the ID card" });
  }
  if (wrong) {
    const ctx = atInstant(training, wrong.issuedAt.getTime() + 50 * hourMs);
    await revokeCertificate(ctx, {
      id: wrong.id,
      reason: "Signed in for by a colleague",
      toldEng: "Your attendance was corrected to absent, so the certificate no longer holds.",
      toldAr: "عُدّل تسجيل حضورك إلى غائب، ولذلك لم تعد الشهادة سارية.",
      lastFour: wrong.number.slice(-4),
    });
  }
  const latest = runs.at(-1);
  if (!latest) return;
  const [heldSeat] = await world.ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.runId, latest.id), eq(enrolments.state, "confirmed"), isNotNull(enrolments.attendeeEmail)))
    .orderBy(asc(enrolments.id))
    .offset(2)
    .limit(1);
  if (heldSeat)
    await holdCertificates(training, {
      runId: latest.id,
      enrolmentIds: [heldSeat.id],
      reason: "Whose ID was shown is being checked",
    });
}

/** Sends the feedback of four in five attendees, on the evening after each past course. */
export async function seedFeedback({ ctx, today }: World): Promise<void> {
  const { id, attendeeEmail, runId, state } = enrolments;
  const seats = await ctx.db
    .select({ id, email: attendeeEmail, endDate: courseRuns.endDate })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(and(eq(state, "confirmed"), isNotNull(attendeeEmail), lt(courseRuns.endDate, today)))
    .orderBy(asc(id));
  for (const [index, { id: enrolmentId, email, endDate }] of seats.entries()) {
    if (index % 5 === 4 || email === learner) continue;
    const sentAt = riyadhInstant(addDays(endDate, 1), "19:20");
    const token = feedbackPath(ctx, { enrolmentId, email: email ?? "" }).replace("/feedback/", "");
    const answers = {
      q1: 3 + (index % 3),
      q2: 5 - (index % 2),
      q3: index % 7 === 0 ? ("unsure" as const) : ("yes" as const),
      q4: 4 + ((index + 1) % 2),
      q5: comments[index % comments.length] || null,
    };
    await sendFeedback({ ...ctx, now: () => sentAt }, { token, answers });
  }
}

/** Declares activities of the demo's learner over the last two years. */
export async function seedActivities({ ctx, today }: World): Promise<void> {
  const [account] = await ctx.db.select().from(users).where(eq(users.email, learner));
  if (!account) return;
  const learnerCtx = { ...ctx, actor: { kind: "learner", id: account.id } as const, viewer: account };
  const provider = "Example General Hospital";
  for (const activity of [
    { title: "Grand rounds in my hospital, 8 sessions", kind: "teaching" as const, days: -30, hours: 8 },
    { title: "Article review for the nursing journal club", kind: "reading" as const, days: -238, hours: 2 },
    { title: "Workshop: wound care update", kind: "workshop" as const, days: -500, hours: 4 },
  ]) {
    const { days, ...rest } = activity;
    await saveActivity(learnerCtx, { ...rest, provider, date: addDays(today, days) });
  }
}

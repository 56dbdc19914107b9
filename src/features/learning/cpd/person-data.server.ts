import { asc, eq } from "drizzle-orm";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { listPersonCertificates } from "#features/learning/certificates/own-certificates.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { localePath } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { readProofs } from "./proofs.server.ts";
import { cpdTargets, declaredActivities, recordShares } from "./tables.server.ts";

/**
 * Reads a person's attendance, certificates, feedback, declared activities and shared links, for the copy of their
 * data. Links come without their codes. Proofs could add up to 100 MB, so the copy has only their names and the page
 * where their owner downloads them (`readProof`). Callers check the permission.
 */
export async function readLearningData(ctx: Ctx, userId: string) {
  const answers = await ctx.db
    .select({ answer: feedback })
    .from(feedback)
    .innerJoin(enrolments, eq(enrolments.id, feedback.enrolmentId))
    .where(eq(enrolments.userId, userId))
    .orderBy(asc(feedback.enrolmentId));
  const marks = await ctx.db
    .select({ mark: attendanceMarks, runId: enrolments.runId, startsAt: runSessions.startsAt })
    .from(attendanceMarks)
    .innerJoin(enrolments, eq(enrolments.id, attendanceMarks.enrolmentId))
    .innerJoin(runSessions, eq(runSessions.id, attendanceMarks.sessionId))
    .where(eq(enrolments.userId, userId))
    .orderBy(asc(runSessions.startsAt));
  const certificates = await listPersonCertificates(ctx, { userId });
  const activities = await ctx.db
    .select()
    .from(declaredActivities)
    .where(eq(declaredActivities.userId, userId))
    .orderBy(asc(declaredActivities.id));
  const proofs = await readProofs(ctx, userId);
  const downloadAt = `${ctx.env.BASE_URL}${localePath("/my-cpd", ctx.locale)}`;
  const describeProof = (activityId: number) => {
    const proof = proofs.get(activityId);
    return proof ? { ...proof, download_at: downloadAt } : null;
  };
  const [target] = await ctx.db.select().from(cpdTargets).where(eq(cpdTargets.userId, userId));
  const shares = await ctx.db
    .select()
    .from(recordShares)
    .where(eq(recordShares.userId, userId))
    .orderBy(asc(recordShares.createdAt));
  return {
    attendance: marks.map(({ mark, runId, startsAt }) => ({
      course_id: runId,
      session_starts_at: startsAt.toISOString(),
      state: mark.state,
      late_minutes: mark.lateMinutes,
      attended_minutes: mark.attendedMinutes,
      way: mark.way,
      marked_at: mark.markedAt.toISOString(),
    })),
    certificates: certificates.map(({ number, runId, state, issuedAt, endedAt, holder, activity, ...explanation }) => ({
      number,
      course_id: runId,
      state,
      issued_at: issuedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      told_eng: explanation.toldEng,
      told_ar: explanation.toldAr,
      holder,
      activity,
    })),
    feedback: answers.map(({ answer: { enrolmentId: _seat, runId, updatedAt: _at, sentAt, ...ratings } }) => ({
      course_id: runId,
      ...ratings,
      sent_at: sentAt?.toISOString() ?? null,
    })),
    declared_activities: activities.map(({ id, userId: _userId, createdAt, updatedAt, ...activity }) => ({
      ...activity,
      proof: describeProof(id),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    })),
    target: target ? { hours: target.hours, starts_on: target.startsOn, ends_on: target.endsOn } : null,
    shared_links: shares.map((share) => ({
      years: share.years,
      with_declared: share.withDeclared,
      ends_on: share.endsOn,
      created_at: share.createdAt.toISOString(),
      withdrawn_at: share.withdrawnAt?.toISOString() ?? null,
      views: share.views,
      last_viewed_at: share.lastViewedAt?.toISOString() ?? null,
    })),
  };
}

import { asc, eq } from "drizzle-orm";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { cpdTargets, declaredActivities, recordShares } from "./tables.server.ts";

/**
 * What someone has answered, declared and shared, for the copy of their data; links without their codes. The caller has
 * made sure that it may read them.
 */
export async function learningDataOf(ctx: Ctx, userId: string) {
  const answers = await ctx.db
    .select({ answer: feedback })
    .from(feedback)
    .innerJoin(enrolments, eq(enrolments.id, feedback.enrolmentId))
    .where(eq(enrolments.userId, userId))
    .orderBy(asc(feedback.enrolmentId));
  const own = await ctx.db
    .select()
    .from(declaredActivities)
    .where(eq(declaredActivities.userId, userId))
    .orderBy(asc(declaredActivities.id));
  const [target] = await ctx.db.select().from(cpdTargets).where(eq(cpdTargets.userId, userId));
  const shares = await ctx.db
    .select()
    .from(recordShares)
    .where(eq(recordShares.userId, userId))
    .orderBy(asc(recordShares.createdAt));
  return {
    feedback: answers.map(({ answer: { enrolmentId: _seat, runId, updatedAt: _at, sentAt, ...given } }) => ({
      course_id: runId,
      ...given,
      sent_at: sentAt?.toISOString() ?? null,
    })),
    declared_activities: own.map(({ id: _id, userId: _of, createdAt, updatedAt, ...activity }) => ({
      ...activity,
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

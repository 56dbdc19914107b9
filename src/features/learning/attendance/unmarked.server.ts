import { and, count, countDistinct, desc, eq, gte, isNull, notExists, sql } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { attendanceMarks } from "./tables.server.ts";

/** Runs that ended longer ago than this are not listed. */
const daysBack = 90;
const maxRuns = 3;

/**
 * Lists the latest three runs of the past 90 days that have ended and have unmarked attendance, and counts all of them.
 * Requires `attendance.write`, because only people with that permission can mark them. Throws Unauthenticated,
 * Forbidden.
 */
export async function readUnmarkedRuns(ctx: Ctx) {
  requirePermission(ctx, readUnmarkedRuns.permission);
  const { id, courseId, startDate, endDate, cancelledAt } = courseRuns;
  const laterSession = ctx.db
    .select({ one: sql`1` })
    .from(sql`${runSessions} as later`)
    .where(sql`later.run_id = ${id} and later.ends_at > ${ctx.now().toISOString()}`);
  const unmarked = ctx.db
    .select({
      id,
      name_eng: courses.name_eng,
      name_ar: courses.name_ar,
      startDate,
      endDate,
      people: countDistinct(enrolments.id).as("people"),
    })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseId))
    .innerJoin(runSessions, eq(runSessions.runId, id))
    .innerJoin(enrolments, and(eq(enrolments.runId, id), eq(enrolments.state, "confirmed")))
    .leftJoin(
      attendanceMarks,
      and(eq(attendanceMarks.enrolmentId, enrolments.id), eq(attendanceMarks.sessionId, runSessions.id)),
    )
    .where(
      and(
        isNull(attendanceMarks.enrolmentId),
        isNull(cancelledAt),
        gte(endDate, addDays(riyadhDate(ctx.now()), -daysBack)),
        notExists(laterSession),
      ),
    )
    .groupBy(id, courses.id);
  const items = await unmarked.orderBy(desc(endDate), desc(id)).limit(maxRuns);
  const [total] = await ctx.db.select({ count: count() }).from(unmarked.as("unmarked"));
  return { count: total?.count ?? 0, items };
}
readUnmarkedRuns.permission = "attendance.write" as const;

import { and, count, countDistinct, desc, eq, gte, isNull, notExists, sql } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { attendanceMarks } from "./tables.server.ts";

/** Older runs are not listed any more. */
const daysBack = 90;
const maxRuns = 3;

/**
 * Lists runs of the past 90 days that are over and have sessions without attendance, latest first. Requires
 * `attendance.write`, because they do this work. Throws Unauthenticated, Forbidden.
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
      start_date: startDate,
      end_date: endDate,
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
  const [all] = await ctx.db.select({ count: count() }).from(unmarked.as("unmarked"));
  return { count: all?.count ?? 0, items };
}
readUnmarkedRuns.permission = "attendance.write" as const;
